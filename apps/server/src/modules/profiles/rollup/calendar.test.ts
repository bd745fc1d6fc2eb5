import { describe, expect, test } from 'vitest'
import { label, periods, startOfDay, startOfMonth } from './calendar.ts'

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
