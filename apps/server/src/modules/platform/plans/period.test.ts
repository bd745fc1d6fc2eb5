import { expect, test } from 'vitest'
import { dayOfMonth, periodEnd } from './period.ts'

/** The end of a period that starts at a UTC time, in ISO format without milliseconds. */
function end(start: string, months: number, timeZone = 'UTC', anchorDay?: number): string {
  const startsAt = new Date(start)
  return periodEnd({ startsAt, timeZone, anchorDay: anchorDay ?? dayOfMonth(startsAt, timeZone) }, months)
    .toISOString()
    .replace('.000', '')
}

test.each([
  ['2026-11-23T08:00:00Z', 1, '2026-12-23T08:00:00Z'],
  ['2026-12-31T23:59:59Z', 1, '2027-01-31T23:59:59Z'],
  ['2027-01-31T10:00:00Z', 1, '2027-02-28T10:00:00Z'],
  ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00Z'],
  ['2028-02-29T10:00:00Z', 12, '2029-02-28T10:00:00Z'],
  ['2027-02-28T10:00:00Z', 12, '2028-02-28T10:00:00Z'],
])('%s and %i months in UTC end %s', (start, months, expected) => expect(end(start, months)).toBe(expected))

test('periods return to their day after a short month', () => {
  const second = end('2027-02-28T10:00:00Z', 1, 'UTC', 31)
  expect(second).toBe('2027-03-31T10:00:00Z')
  expect(end('2029-02-28T10:00:00Z', 36, 'UTC', 29)).toBe('2032-02-29T10:00:00Z')
})

test('the local time stays over a change of daylight saving time', () => {
  expect(end('2027-03-15T11:00:00Z', 1, 'Europe/Berlin')).toBe('2027-04-15T10:00:00Z')
  expect(end('2027-02-28T01:30:00Z', 1, 'Europe/Berlin')).toBe('2027-03-28T01:30:00Z')
})

test('the day is the one of the time zone', () => {
  expect(dayOfMonth(new Date('2027-01-31T23:30:00Z'), 'Asia/Tokyo')).toBe(1)
  expect(end('2027-01-31T23:30:00Z', 1, 'Asia/Tokyo')).toBe('2027-02-28T23:30:00Z')
  expect(end('2027-01-31T03:30:00Z', 1, 'America/New_York')).toBe('2027-03-01T03:30:00Z')
})
