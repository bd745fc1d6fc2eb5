import fc from 'fast-check'
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

test('every notation of a zone has one spelling, which is read again and has the sign of its name', () => {
  const name = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  fc.assert(
    fc.property(name, fc.infiniteStream(fc.boolean()), (zone, letters) => {
      const cased = [...zone]
        .map((letter) => (letters.next().value ? letter.toUpperCase() : letter.toLowerCase()))
        .join('')
      const read = resolveTimeZone(zone)!
      for (const notation of [zone, cased, read]) expect(resolveTimeZone(notation), notation).toBe(read)
    }),
  )
  const offset = fc.record({
    sign: fc.constantFrom('+', '-'),
    hours: fc.nat(23),
    minutes: fc.integer({ min: 1, max: 59 }),
  })
  fc.assert(
    fc.property(offset, ({ sign, hours, minutes }) => {
      const two = (number: number) => String(number).padStart(2, '0')
      const zone = `${sign}${two(hours)}:${two(minutes)}`
      for (const notation of [zone, zone.replace(':', '')]) expect(resolveTimeZone(notation), notation).toBe(zone)
      const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(
        Date.UTC(2026, 0, 1),
      )
      const east = (sign === '+' ? 1 : -1) * (60 * hours + minutes)
      expect(parts).toBe(new Date(Date.UTC(2026, 0, 1) + east * 60_000).toISOString().slice(11, 16))
    }),
  )
})

test.each(['', 'Middle-earth/Shire', '+25:00', 'GMT+5', 'PST8PDT,M3.2.0,M11.1.0', 'x'.repeat(65)])(
  '"%s" is no time zone',
  (name) => {
    expect(resolveTimeZone(name)).toBeUndefined()
    expect(TimeZone.safeParse(name).success).toBe(false)
  },
)
