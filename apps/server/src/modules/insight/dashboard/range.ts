import type { DashboardRange } from '@simwright/contract/insight/dashboard'
import { asFarAs, hoursBefore, label, startOf, startOfDay, startOfMonth } from '../../profiles/rollup/service.ts'

export type Range = { from: Date; to: Date }
export type Step = 'hour' | 'day' | 'month'

const QUARTER_MS = 15 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** A longer range is divided into months, unless days are asked for. */
const DAYS_BY_DAY = 92
const DAYS_BY_HOUR = 2

/** Where a range begins, in whole days or months relative to the present one. */
const presets = {
  today: { unit: 'day', count: 1 },
  '7d': { unit: 'day', count: 7 },
  '30d': { unit: 'day', count: 30 },
  month: { unit: 'month', count: 1 },
  '12m': { unit: 'month', count: 12 },
} as const

/**
 * The range in the time zone, and the one before it: as many days or months, ending where the range begins. While the range
 * is not over, the one before ends after as many days at the same time of day.
 */
export function rangesOf({ preset = '30d', from, to }: DashboardRange, timeZone: string, now: Date) {
  const { whole, start } = from && to ? chosen(from, to, timeZone) : relative(preset, timeZone, now)
  return { range: whole, before: rangeBefore(whole, { start, timeZone, now }) }
}

/** The range before one, if it begins at `start`. It never ends after the other one begins. */
export function rangeBefore(
  { from, to }: Range,
  { start, timeZone, now }: { start: Date; timeZone: string; now: Date },
): Range & { lastAt: Date } {
  const lastMoment = new Date(from.getTime() - 1)
  if (now >= to) return { from: start, to: from, lastAt: lastMoment }
  if (now <= from) return { from: start, to: start, lastAt: start }
  const end = asFarAs(now, from, { start, timeZone })
  return end < from
    ? { from: start, to: floorToBucket(end, now), lastAt: end }
    : { from: start, to: floorToBucket(from, now), lastAt: lastMoment }
}

/** `start`: where the range before begins. */
function relative(preset: keyof typeof presets, timeZone: string, now: Date): { whole: Range; start: Date } {
  const { unit, count } = presets[preset]
  const startAt = unit === 'day' ? startOfDay : startOfMonth
  return {
    whole: { from: startAt(now, timeZone, 1 - count), to: startOfDay(now, timeZone, 1) },
    start: startAt(now, timeZone, 1 - 2 * count),
  }
}

function chosen(first: string, last: string, timeZone: string): { whole: Range; start: Date } {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  return {
    whole: { from: startOf(civilOf(first), timeZone), to: startOf(civilOf(last, 1), timeZone) },
    start: startOf(civilOf(first, -days), timeZone),
  }
}

function civilOf(date: string, daysLater = 0) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return { year, month, day: day + daysLater }
}

/** Down to the start of a bucket, so that the list of a figure can have the same end. */
export function floorToBucket(at: Date, now: Date): Date {
  const size = at < hoursBefore(now) ? HOUR_MS : QUARTER_MS
  return new Date(Math.floor(at.getTime() / size) * size)
}

/** The step of the trend: hours for one or two days, days for up to three months, else months. */
export function stepOf({ from, to }: Range, asked: 'day' | 'month' | undefined): Step {
  const days = Math.round((to.getTime() - from.getTime()) / DAY_MS)
  if (days <= DAYS_BY_HOUR) return 'hour'
  return asked ?? (days <= DAYS_BY_DAY ? 'day' : 'month')
}

/** The hours, days or months of a range, oldest first; the first and the last month may be cut. */
export function stepsOf({ from, to }: Range, step: Step, timeZone: string): Range[] {
  const starts: Date[] = []
  for (let at = from; at < to; at = nextOf(at, step, timeZone)) starts.push(at)
  return starts.map((start, i) => ({ from: start, to: starts[i + 1] ?? to }))
}

function nextOf(at: Date, step: Step, timeZone: string): Date {
  if (step === 'hour') return new Date(at.getTime() + HOUR_MS)
  return step === 'day' ? startOfDay(at, timeZone, 1) : startOfMonth(at, timeZone, 1)
}

/** `2026-01`, `2026-01-31` or `2026-01-31T14:00` in the time zone. */
export function nameOf(at: Date, step: Step, timeZone: string): string {
  if (step !== 'hour') return label(at, timeZone, step)
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
  return `${label(at, timeZone, 'day')}T${clock}`
}

/** The range with the names of its first and last day. `lastAt`: a time of the last day, of which nothing may be counted. */
export function spanOf({ from, to, lastAt }: Range & { lastAt?: Date }, timeZone: string) {
  const last = lastAt ?? new Date(Math.max(from.getTime(), to.getTime() - 1))
  return {
    firstDay: label(from, timeZone, 'day'),
    lastDay: label(last, timeZone, 'day'),
    from: from.toISOString(),
    to: to.toISOString(),
  }
}
