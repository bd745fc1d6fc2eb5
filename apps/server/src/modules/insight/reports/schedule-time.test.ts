import { describe, expect, test } from 'vitest'
import { instantOf, nextDue } from './schedule-time.ts'

const daily = { every: 'DAY', hour: 7, weekday: 1, monthDay: 1, timeZone: 'Europe/Berlin' } as const
type Rhythm = Parameters<typeof nextDue>[0]

/** The next times of a schedule, in UTC. */
function nextTimes(rhythm: Rhythm, after: string, count: number): string[] {
  const times: string[] = []
  for (let at = new Date(after); times.length < count; times.push(at.toISOString().slice(0, 16)))
    at = nextDue(rhythm, at)
  return times
}

describe('the time of a schedule', () => {
  test('is the same local hour on both sides of a change of daylight saving time', () => {
    expect(nextTimes(daily, '2026-03-27T12:00Z', 3)).toEqual([
      '2026-03-28T06:00',
      '2026-03-29T05:00',
      '2026-03-30T05:00',
    ])
    expect(nextTimes(daily, '2026-10-23T12:00Z', 3)).toEqual([
      '2026-10-24T05:00',
      '2026-10-25T06:00',
      '2026-10-26T06:00',
    ])
  })

  test('is right after the gap when the clock skips the hour', () => {
    // 02:00 becomes 03:00 on March 29
    expect(nextTimes({ ...daily, hour: 2 }, '2026-03-27T12:00Z', 3)).toEqual([
      '2026-03-28T01:00',
      '2026-03-29T01:00',
      '2026-03-30T00:00',
    ])
  })

  test('is the first when the clock shows the hour twice, and only that', () => {
    // 03:00 becomes 02:00 on October 25
    expect(nextTimes({ ...daily, hour: 2 }, '2026-10-23T12:00Z', 3)).toEqual([
      '2026-10-24T00:00',
      '2026-10-25T00:00',
      '2026-10-26T01:00',
    ])
  })

  test.each([
    // half an hour is skipped: 02:00 becomes 02:30
    ['Australia/Lord_Howe', '2026-10-04', 2, '2026-10-03T15:30:00.000Z'],
    // midnight is skipped: 00:00 becomes 01:00
    ['America/Santiago', '2026-09-06', 0, '2026-09-06T04:00:00.000Z'],
    // the whole of December 30 was skipped
    ['Pacific/Apia', '2011-12-30', 9, '2011-12-30T19:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01', 0, '2025-12-31T18:15:00.000Z'],
  ])("in %s on %s at %i o'clock is %s", (timeZone, date, hour, instant) => {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
    expect(instantOf({ year, month, day }, hour, timeZone).toISOString()).toBe(instant)
  })

  test('of a weekly schedule is on its weekday', () => {
    const weekly = { ...daily, every: 'WEEK', weekday: 1 } as const
    expect(nextTimes(weekly, '2026-11-23T06:00Z', 2)).toEqual(['2026-11-30T06:00', '2026-12-07T06:00'])
    expect(nextTimes(weekly, '2026-11-23T05:59Z', 1)).toEqual(['2026-11-23T06:00'])
  })

  test('of a monthly schedule is the last day of a month that has no such day', () => {
    const monthly = { ...daily, every: 'MONTH', monthDay: 31, timeZone: 'UTC' } as const
    expect(nextTimes(monthly, '2027-12-31T07:00Z', 4)).toEqual([
      '2028-01-31T07:00',
      '2028-02-29T07:00',
      '2028-03-31T07:00',
      '2028-04-30T07:00',
    ])
  })
})
