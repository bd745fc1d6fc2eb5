import { hashNumber } from '../runtime/hash-number.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How many devices begin on each day of the week, from Sunday. */
const WEEK = [5, 9, 10, 10, 11, 12, 8]

/** Devices download most in the hours after work. */
const HOURS = [7, 8, 10, 12, 12, 13, 16, 17, 17, 18, 18, 19, 19, 20, 20, 21, 22]

/** How soon codes are used: a first stock over many weeks, later batches mostly within days. */
const USES = {
  stock: { days: 50, perDay: 0.985 },
  batch: { days: 21, perDay: 0.8 },
} as const
export type Use = keyof typeof USES

type Generated = { use: Use; generatedAt: Date; number: number }

/** When the device of a profile begins its download (ms), by the rhythm of weeks and days. It can be in the future. */
export function downloadTime({ use, generatedAt, number }: Generated): number {
  const from = generatedAt.getTime()
  const midnight = Math.floor(from / DAY_MS) * DAY_MS
  const day = dayOf(use, { midnight, number })
  const minute = HOURS[hashNumber(number, 14) % HOURS.length]! * 60 + (hashNumber(number, 15) % 60)
  const planned = midnight + day * DAY_MS + minute * MINUTE_MS
  return planned > from ? planned : from + (5 + (hashNumber(number, 15) % 300)) * MINUTE_MS
}

/** The number of days after `midnight`. */
function dayOf(use: Use, { midnight, number }: { midnight: number; number: number }): number {
  const { days, perDay } = USES[use]
  const weights = Array.from({ length: days }, (_, day) => {
    return perDay ** day * WEEK[new Date(midnight + day * DAY_MS).getUTCDay()]!
  })
  let left = (weights.reduce((sum, weight) => sum + weight, 0) * (hashNumber(number, 13) % 10_000)) / 10_000
  const day = weights.findIndex((weight) => {
    left -= weight
    return left < 0
  })
  return day < 0 ? days - 1 : day
}
