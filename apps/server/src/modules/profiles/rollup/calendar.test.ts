import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { daysBetween, label, periods, startOf, startOfDay, startOfMonth } from './calendar.ts'

describe('days and months in a time zone', () => {
  test('a day begins at local midnight, on quarter-hour zones too', () => {
    const at = new Date('2026-11-21T20:00:00Z')
    expect(startOfDay(at, 'Asia/Kathmandu').toISOString()).toBe('2026-11-21T18:15:00.000Z')
    expect(startOfDay(at, 'America/New_York').toISOString()).toBe('2026-11-21T05:00:00.000Z')
  })
  test('a day on which the clock is put back lasts 25 hours', () => {
    const at = new Date('2026-10-25T12:00:00Z')
    const [from, to] = [startOfDay(at, 'Europe/Berlin'), startOfDay(at, 'Europe/Berlin', 1)]
    expect((to.getTime() - from.getTime()) / 3_600_000).toBe(25)
  })
  test('months can be counted across the turn of the year', () => {
    const at = new Date('2027-01-15T00:00:00Z')
    expect(startOfMonth(at, 'UTC', -1).toISOString()).toBe('2026-12-01T00:00:00.000Z')
    expect(startOfMonth(at, 'UTC', 12).toISOString()).toBe('2028-01-01T00:00:00.000Z')
  })
  test('the days between two times begin at local midnight, and end with the start of the next one', () => {
    const starts = daysBetween(new Date('2026-10-24T22:30:00Z'), new Date('2026-10-25T23:30:00Z'), 'Europe/Berlin')
    expect(starts.map((start) => start.toISOString())).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      '2026-10-26T23:00:00.000Z',
    ])
    const at = new Date('2026-02-28T20:00:00Z')
    const offset = daysBetween(at, at, '+05:30').map((start) => start.toISOString())
    expect(offset).toEqual(['2026-02-28T18:30:00.000Z', '2026-03-01T18:30:00.000Z'])
  })
  test('the last seven days end with today', () => {
    const starts = periods(new Date('2026-11-21T23:30:00Z'), 'Asia/Tokyo', { by: 'day', count: 7 })
    expect(starts.map((s) => label(s, 'Asia/Tokyo', 'day'))).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
    ])
  })
})

describe('a zone whose clock changes at midnight', () => {
  const MIDNIGHTS: readonly [zone: string, day: string, begins: string, hours: number][] = [
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', 25],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00.000Z', 25],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', 23],
    ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00.000Z', 25],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ]
  test.each(MIDNIGHTS)('%s begins %s at %s, for %i hours', (timeZone, day, begins, hours) => {
    const noon = new Date(`${day}T15:00:00Z`)
    const [from, to] = [startOfDay(noon, timeZone), startOfDay(noon, timeZone, 1)]
    expect(from.toISOString()).toBe(begins)
    expect((to.getTime() - from.getTime()) / 3_600_000).toBe(hours)
    expect(label(from, timeZone, 'day')).toBe(day)
  })

  test('has days, weeks and months that follow each other without a gap, as Temporal counts them', () => {
    for (const timeZone of new Set(MIDNIGHTS.map(([zone]) => zone)))
      for (let day = 0; day < 2 * 366; day += 1) {
        const date = new Temporal.PlainDate(2026, 1, 1).add({ days: day })
        const { year, month } = date
        const begins = date.toZonedDateTime(timeZone).startOfDay().epochMilliseconds
        expect(startOf({ year, month, day: date.day }, timeZone).getTime()).toBe(begins)
        expect(label(new Date(begins), timeZone, 'day')).toBe(date.toString())
        expect(startOfDay(new Date(begins - 1), timeZone, 1).getTime()).toBe(begins)
      }
  })

  test('has a month that begins after the gap', () => {
    // Paraguay set its clock forward at midnight of 1 October 2023
    const october = new Date('2023-10-15T12:00:00Z')
    expect(startOfMonth(october, 'America/Asuncion').toISOString()).toBe('2023-10-01T04:00:00.000Z')
    expect(label(startOfMonth(october, 'America/Asuncion'), 'America/Asuncion', 'month')).toBe('2023-10')
  })
})
