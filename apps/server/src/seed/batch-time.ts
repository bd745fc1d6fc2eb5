import type { Use } from './rhythm.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = DAY_MS / 24
const PER_BATCH = 10_000
const SPAN_MS = 400 * DAY_MS

/** Fewer profiles than this make one month, with a batch a day. */
const MONTH_BELOW = 50_000
const MONTH_DAYS = 30

/** How much is generated on each day of the week, from Sunday. */
const WEEK = [1, 8, 9, 10, 8, 6, 2]

export type SeededBatch = {
  /** The number of profiles of all batches before. */
  from: number
  size: number
  at: Date
  /** How its codes are used; undefined: events are spread evenly over the time left. */
  use: Use | undefined
}

/** The batches of an enterprise account, oldest first: a month of days, or batches of 10,000 over the last 400 days. */
export function batchesOf(count: number, until: Date): SeededBatch[] {
  return count < MONTH_BELOW ? daysOf(count, until) : spreadOf(count, until)
}

function spreadOf(count: number, until: Date): SeededBatch[] {
  return Array.from({ length: Math.ceil(count / PER_BATCH) }, (_, index) => {
    const from = index * PER_BATCH
    const size = Math.min(PER_BATCH, count - from)
    const ms = until.getTime() - SPAN_MS + Math.floor((SPAN_MS * (from + size)) / (count + PER_BATCH))
    return { from, size, at: new Date(ms), use: undefined }
  })
}

/** The first day has a third of the profiles, so that devices download from the beginning. */
function daysOf(count: number, until: Date): SeededBatch[] {
  const days = Array.from({ length: MONTH_DAYS }, (_, index) => {
    const midnight = Math.floor(until.getTime() / DAY_MS) * DAY_MS - (MONTH_DAYS - 1 - index) * DAY_MS
    return new Date(Math.min(midnight + 9 * HOUR_MS, until.getTime() - HOUR_MS))
  })
  const weights = days.map((day) => WEEK[day.getUTCDay()]!)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const first = Math.floor(count / 3)
  const ends = weights.map((_, index) => {
    const before = weights.slice(0, index + 1).reduce((sum, weight) => sum + weight, 0)
    return first + Math.floor(((count - first) * before) / all)
  })
  return days.flatMap((at, index) => {
    const from = ends[index - 1] ?? 0
    const size = ends[index]! - from
    return size === 0 ? [] : [{ from, size, at, use: index === 0 ? ('stock' as const) : ('batch' as const) }]
  })
}
