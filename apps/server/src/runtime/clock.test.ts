import { expect, test } from 'vitest'
import { pastClock } from './clock.ts'
import { randomAt } from './random.ts'

const DAY_MS = 24 * 60 * 60_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
const daysBehind = (now: Date) => Math.round((Date.now() - now.getTime()) / DAY_MS)

test('a clock in the past only moves forward, not beyond the present, and is the system clock after its release', () => {
  const clock = pastClock(ago(90))
  expect(daysBehind(clock.now())).toBe(90)
  clock.moveTo(ago(40))
  clock.moveTo(ago(60))
  expect(daysBehind(clock.now())).toBe(40)
  clock.moveTo(ago(-5))
  expect(daysBehind(clock.now())).toBe(0)
  const other = pastClock(ago(90))
  other.release()
  expect(daysBehind(other.now())).toBe(0)
})

test('UUIDs have the time of the clock', () => {
  const clock = pastClock(ago(90))
  const { uuid } = randomAt(() => clock.now().getTime())
  const timeOf = (id: string) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
  expect(daysBehind(timeOf(uuid()))).toBe(90)
  clock.release()
  expect(daysBehind(timeOf(uuid()))).toBe(0)
})
