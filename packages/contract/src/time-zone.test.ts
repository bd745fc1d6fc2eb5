import { expect, test } from 'vitest'
import { resolveTimeZone, TimeZone } from './time-zone.ts'

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['US/Pacific-New', 'America/Los_Angeles'],
  ['utc', 'UTC'],
  ['+05:30', '+05:30'],
  ['-0300', '-03:00'],
])('%s is the time zone %s', (name, zone) => {
  expect(resolveTimeZone(name)).toBe(zone)
  expect(TimeZone.safeParse(name).success).toBe(true)
})

test.each(['', 'Middle-earth/Shire', '+25:00', 'GMT+5', 'PST8PDT,M3.2.0,M11.1.0', 'x'.repeat(65)])(
  '"%s" is no time zone',
  (name) => {
    expect(resolveTimeZone(name)).toBeUndefined()
    expect(TimeZone.safeParse(name).success).toBe(false)
  },
)
