import { type CountedEvents, filterOfCount } from '@simwright/contract/profiles/event-filter'
import { describe, expect, test } from 'vitest'
import { momentOf } from '../../../base/time.ts'
import { eventsPath } from '../../../esim/event-address.ts'
import { rangeText, readFilters } from '../../../ui/table/url-filter.ts'
import { eventFilterOf, eventFilters } from './event-filter.ts'

const ID = '0190c0de-0000-7000-8000-000000000001'
const dayOf = (day: string) => momentOf(`${day}T00:00:00.000`)
const span = { from: dayOf('2026-10-20'), to: dayOf('2026-11-03') }

const none = { group: undefined, campaign: undefined, configuration: undefined, brand: undefined, member: undefined }

/** The filter that the profile log sends when a link is opened. */
function opened(counted: CountedEvents) {
  const { search } = eventsPath(filterOfCount(counted)) as { to: string; search?: Record<string, string | undefined> }
  return eventFilterOf(readFilters(eventFilters(none), search ?? {}))
}

describe('a link to the events of a count opens exactly their filter', () => {
  test.each<[string, CountedEvents]>([
    ['downloads', { metrics: ['downloaded'], ...span }],
    ['re-downloads', { metrics: ['redownloaded'], ...span }],
    ['first downloads', { metrics: ['downloaded'], repeated: false, ...span }],
    ['results', { metrics: ['installed', 'failed'], ...span }],
    [
      'a quarter of an hour',
      { metrics: ['generated'], from: '2026-11-01T10:15:00.000Z', to: '2026-11-01T10:30:00.000Z' },
    ],
    ['a group', { metrics: ['downloaded'], ...span, of: { kind: 'group', dimension: ID } }],
    ['no group', { metrics: ['downloaded'], ...span, of: { kind: 'group', dimension: '' } }],
    ['a version', { metrics: ['installed'], ...span, of: { kind: 'version', dimension: `${ID}/3` } }],
    ['a model', { metrics: ['failed'], ...span, of: { kind: 'model', dimension: 'Acme|One, Two' } }],
    ['an unknown model', { metrics: ['failed'], ...span, of: { kind: 'model', dimension: 'Acme|' } }],
    ['an unknown device', { metrics: ['failed'], ...span, of: { kind: 'model', dimension: '' } }],
    ['a region', { metrics: ['downloaded'], ...span, of: { kind: 'region', dimension: 'DE' } }],
    ['a reason', { metrics: ['refused', 'failed'], ...span, of: { kind: 'reason', dimension: '8.2.7/3.8' } }],
    ['no reason', { metrics: ['failed'], ...span, of: { kind: 'reason', dimension: '' } }],
    ['a member', { metrics: ['generated'], ...span, of: { kind: 'member', dimension: ID } }],
    [
      'a model and a configuration',
      {
        metrics: ['installed'],
        ...span,
        of: [
          { kind: 'model', dimension: 'Acme|One' },
          { kind: 'configuration', dimension: ID },
        ],
      },
    ],
    ['a campaign', { metrics: ['downloaded'], ...span, of: { kind: 'campaign', dimension: ID } }],
  ])('%s', (_, counted) => {
    expect(opened(counted)).toEqual(filterOfCount(counted))
  })
})

test('whole days are days in the address, other ranges are moments', () => {
  expect(rangeText(span.from, span.to)).toBe('2026-10-20..2026-11-02')
  expect(rangeText(dayOf('2026-10-25'), dayOf('2026-10-26'))).toBe('2026-10-25..2026-10-25')
  const moment = new Date(Date.parse(span.to) - 60_000).toISOString()
  expect(rangeText(span.from, moment)).toBe(`${span.from}..${moment}`)
})
