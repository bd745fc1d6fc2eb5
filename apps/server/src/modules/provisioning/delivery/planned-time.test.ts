import { expect, test } from 'vitest'
import { plannedTime } from './planned-time.ts'

const now = new Date('2030-01-01T00:00:00Z')

/** The instant, then what the change of the clocks does; or the sentence that refuses it. */
function read(at: string, zone: string): string {
  const time = plannedTime(at, zone, now)
  return typeof time === 'string' ? time : `${time.dueAt.toISOString()} ${time.clockChange}`
}

test.each([
  ['2030-02-01T09:00', 'Europe/Berlin', '2030-02-01T08:00:00.000Z null'],
  ['2030-07-01 09:00', 'europe/berlin', '2030-07-01T07:00:00.000Z null'],
  ['2030-02-01T09:00:00', '+05:30', '2030-02-01T03:30:00.000Z null'],
  // the clock in Berlin skips 02:00 to 03:00 on 31 March 2030
  ['2030-03-31T01:59', 'Europe/Berlin', '2030-03-31T00:59:00.000Z null'],
  ['2030-03-31T02:30', 'Europe/Berlin', '2030-03-31T01:30:00.000Z GAP'],
  ['2030-03-31T03:30', 'Europe/Berlin', '2030-03-31T01:30:00.000Z null'],
  // and shows 02:00 to 03:00 twice on 27 October 2030
  ['2030-10-27T01:59', 'Europe/Berlin', '2030-10-26T23:59:00.000Z null'],
  ['2030-10-27T02:30', 'Europe/Berlin', '2030-10-27T00:30:00.000Z TWICE'],
  ['2030-10-27T03:00', 'Europe/Berlin', '2030-10-27T02:00:00.000Z null'],
])('%s in %s is %s', (at, zone, expected) => {
  expect(read(at, zone)).toBe(expected)
})

test.each([
  ['', 'UTC', 'The time is missing.'],
  ['2030-02-01T09:00', 'Mars/Olympus', 'Unknown time zone: Mars/Olympus.'],
  ['2030-02-01T09:00', '', 'Unknown time zone: .'],
  ['tomorrow', 'UTC', 'No date and time: tomorrow. Write it like 2030-03-31T09:00.'],
  ['2030-02-30T09:00', 'UTC', 'No date and time: 2030-02-30T09:00. Write it like 2030-03-31T09:00.'],
  ['2030-02-01T25:00', 'UTC', 'No date and time: 2030-02-01T25:00. Write it like 2030-03-31T09:00.'],
  ['2030-02-01', 'UTC', 'No date and time: 2030-02-01. Write it like 2030-03-31T09:00.'],
  ['2029-12-31T23:59', 'UTC', 'This time is in the past.'],
  ['2030-01-01T00:00', 'UTC', 'This time is in the past.'],
  ['2032-01-01T00:00', 'UTC', 'Up to 400 days ahead.'],
])('%j in %j is refused: %s', (at, zone, sentence) => {
  expect(read(at, zone)).toBe(sentence)
})
