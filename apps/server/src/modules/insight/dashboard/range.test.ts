import { describe, expect, test } from 'vitest'
import { nameOf, rangesOf, spanOf, stepOf, stepsOf } from './range.ts'

const now = new Date('2026-11-21T15:20:00Z')
const iso = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), to.toISOString()]

describe('a range and the one before it', () => {
  test.each([
    ['today', 'UTC', '2026-11-21', '2026-11-21', '2026-11-20T00:00:00.000Z', '2026-11-20T15:15:00.000Z'],
    ['7d', 'UTC', '2026-11-15', '2026-11-21', '2026-11-08T00:00:00.000Z', '2026-11-14T15:15:00.000Z'],
    ['30d', 'Asia/Tokyo', '2026-10-24', '2026-11-22', '2026-09-23T15:00:00.000Z', '2026-10-23T15:00:00.000Z'],
    ['month', 'America/New_York', '2026-11-01', '2026-11-21', '2026-10-01T04:00:00.000Z', '2026-10-21T14:15:00.000Z'],
    ['12m', 'UTC', '2025-12-01', '2026-11-21', '2024-12-01T00:00:00.000Z', '2025-11-21T15:00:00.000Z'],
  ] as const)('%s in %s', (preset, timeZone, firstDay, lastDay, from, to) => {
    const { range, before } = rangesOf({ preset }, timeZone, now)
    expect(spanOf(range, timeZone)).toMatchObject({ firstDay, lastDay })
    expect(iso(before).slice(0, preset === '30d' ? 1 : 2)).toEqual(preset === '30d' ? [from] : [from, to])
    expect(before.to.getTime()).toBeLessThanOrEqual(range.from.getTime())
  })

  test('a range that is over is compared with as many whole days', () => {
    const { range, before } = rangesOf({ from: '2026-10-20', to: '2026-10-29' }, 'Europe/Berlin', now)
    // the clock is put back on 25 October
    expect(iso(range)).toEqual(['2026-10-19T22:00:00.000Z', '2026-10-29T23:00:00.000Z'])
    expect(iso(before)).toEqual(['2026-10-09T22:00:00.000Z', '2026-10-19T22:00:00.000Z'])
  })

  test.each([
    // the clock is put back on 25 October, in the range
    ['7d', '2026-10-27T23:40:00Z', '2026-10-15', '2026-10-21', '2026-10-20T22:30:00.000Z'],
    // the clock is put forward on 29 March, in the range: an hour less has passed
    ['7d', '2026-03-31T22:10:00Z', '2026-03-19', '2026-03-25', '2026-03-24T23:00:00.000Z'],
    // and in the range before
    ['7d', '2026-11-01T16:20:00Z', '2026-10-19', '2026-10-25', '2026-10-25T16:15:00.000Z'],
    ['30d', '2026-04-20T22:10:00Z', '2026-02-21', '2026-03-22', '2026-03-21T23:00:00.000Z'],
    ['today', '2026-10-25T22:40:00Z', '2026-10-24', '2026-10-24', '2026-10-24T21:30:00.000Z'],
    ['month', '2026-03-30T22:10:00Z', '2026-02-01', '2026-02-28', '2026-02-28T23:00:00.000Z'],
  ] as const)('%s at %s in Berlin has as many days, up to the same time of day', (preset, at, first, last, to) => {
    const { before } = rangesOf({ preset }, 'Europe/Berlin', new Date(at))
    expect(spanOf(before, 'Europe/Berlin')).toMatchObject({ firstDay: first, lastDay: last, to })
  })

  test('a range to come counts nothing before', () => {
    const { before } = rangesOf({ from: '2027-01-01', to: '2027-01-02' }, 'UTC', now)
    expect(before.to).toEqual(before.from)
  })
})

describe('the steps of a range', () => {
  test('are hours for one or two days, 25 on the day on which the clock is put back', () => {
    const { range } = rangesOf({ from: '2026-10-25', to: '2026-10-25' }, 'Europe/Berlin', now)
    const step = stepOf(range, undefined)
    const steps = stepsOf(range, step, 'Europe/Berlin')
    expect([step, steps.length]).toEqual(['hour', 25])
    expect(nameOf(steps[2]!.from, step, 'Europe/Berlin')).toBe('2026-10-25T02:00')
    expect(nameOf(steps[3]!.from, step, 'Europe/Berlin')).toBe('2026-10-25T02:00')
  })

  test('are days for up to three months, else months of which the first and the last may be cut', () => {
    expect(stepOf(rangesOf({ preset: '30d' }, 'UTC', now).range, undefined)).toBe('day')
    const { range } = rangesOf({ from: '2026-01-15', to: '2026-06-10' }, 'UTC', now)
    expect(stepOf(range, undefined)).toBe('month')
    expect(stepOf(range, 'day')).toBe('day')
    const steps = stepsOf(range, 'month', 'UTC')
    expect(steps.map(({ from }) => nameOf(from, 'month', 'UTC'))).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
    ])
    expect(iso({ from: steps[0]!.from, to: steps.at(-1)!.to })).toEqual(iso(range))
  })
})
