import type { ReportStep } from '@simwright/contract/insight/report-kind'
import { describe, expect, test } from 'vitest'
import { labelOfPeriod, periodsOf, rangeOf } from './range.ts'

const at = new Date('2026-11-23T12:00:00Z')

/** The names and the lengths in hours of the periods of some days. */
function periods(timeZone: string, { from, to, step }: { from: string; to: string; step: ReportStep }) {
  const range = rangeOf({ range: 'days', from, to }, { at, timeZone }, undefined)
  return periodsOf(range, step, timeZone).map((period) => {
    const hours = (period.to.getTime() - period.from.getTime()) / 3_600_000
    return `${labelOfPeriod(period, step, timeZone)} ${hours} h`
  })
}

describe('the periods of a report in a zone that skips midnight', () => {
  test.each([
    ['America/Santiago', '2026-09-05', '2026-09-07', ['2026-09-05 24 h', '2026-09-06 23 h', '2026-09-07 24 h']],
    ['Africa/Cairo', '2026-04-23', '2026-04-25', ['2026-04-23 24 h', '2026-04-24 23 h', '2026-04-25 24 h']],
    ['Asia/Beirut', '2026-03-28', '2026-03-30', ['2026-03-28 24 h', '2026-03-29 23 h', '2026-03-30 24 h']],
  ])('%s: each day from %s to %s once', (timeZone, from, to, days) => {
    expect(periods(timeZone, { from, to, step: 'day' })).toEqual(days)
  })

  test('are whole weeks and months', () => {
    expect(periods('America/Santiago', { from: '2026-08-31', to: '2026-09-13', step: 'week' })).toEqual([
      '2026-08-31 167 h',
      '2026-09-07 168 h',
    ])
    expect(periods('Asia/Beirut', { from: '2026-03-01', to: '2026-04-30', step: 'month' })).toEqual([
      '2026-03 743 h',
      '2026-04 720 h',
    ])
  })
})
