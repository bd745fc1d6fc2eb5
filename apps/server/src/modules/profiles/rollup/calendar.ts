/** Days and months in a time zone, as instants. Uses the zone database of the runtime (Intl). */

type CivilDate = { year: number; month: number; day: number }

const formats = new Map<string, Intl.DateTimeFormat>()

function partsOf(at: Date, timeZone: string): Record<string, number> {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return Object.fromEntries(format.formatToParts(at).map((part) => [part.type, Number(part.value)]))
}

export function civilDate(at: Date, timeZone: string): CivilDate {
  const { year = 0, month = 0, day = 0 } = partsOf(at, timeZone)
  return { year, month, day }
}

function offsetMs(at: Date, timeZone: string): number {
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = partsOf(at, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000
}

const DAY_MS = 24 * 60 * 60_000

/**
 * The instant at which the clock of a zone shows a time of a civil date, by default midnight: the first one of two, and if
 * the clock skips it, the time after the gap. Months and days can be out of range (day 0, month 13).
 */
export function startOf({ year, month, day }: CivilDate, timeZone: string, clockMs = 0): Date {
  const utc = Date.UTC(year, month - 1, day) + clockMs
  // a change of the clock is between the two
  const before = offsetMs(new Date(utc - DAY_MS), timeZone)
  const after = offsetMs(new Date(utc + DAY_MS), timeZone)
  const isShown = (offset: number) => offsetMs(new Date(utc - offset), timeZone) === offset
  const offset = after === before || isShown(before) || !isShown(after) ? before : after
  return new Date(utc - offset)
}

/**
 * The time as many days after `start` as `at` is after `begin`, at the same time of day: over a change of the clock, that is
 * an hour more or less than the time between them.
 */
export function asFarAs(at: Date, begin: Date, { start, timeZone }: { start: Date; timeZone: string }): Date {
  const { hour = 0, minute = 0, second = 0 } = partsOf(at, timeZone)
  const clockMs = ((hour * 60 + minute) * 60 + second) * 1000 + (at.getTime() % 1000)
  const dayOf = ({ year, month, day }: CivilDate) => Date.UTC(year, month - 1, day) / DAY_MS
  const days = dayOf(civilDate(at, timeZone)) - dayOf(civilDate(begin, timeZone))
  const first = civilDate(start, timeZone)
  return startOf({ ...first, day: first.day + days }, timeZone, clockMs)
}

export function startOfDay(at: Date, timeZone: string, daysLater = 0): Date {
  const date = civilDate(at, timeZone)
  return startOf({ ...date, day: date.day + daysLater }, timeZone)
}

export function startOfMonth(at: Date, timeZone: string, monthsLater = 0): Date {
  const date = civilDate(at, timeZone)
  return startOf({ year: date.year, month: date.month + monthsLater, day: 1 }, timeZone)
}

/** `2026-11-21`, or `2026-11` for a month. */
export function label(at: Date, timeZone: string, by: 'day' | 'month'): string {
  const { year, month, day } = civilDate(at, timeZone)
  const monthLabel = `${year}-${String(month).padStart(2, '0')}`
  return by === 'month' ? monthLabel : `${monthLabel}-${String(day).padStart(2, '0')}`
}

/** Starts of the days from that of `from` to that of `to`, and of the next one. */
export function daysBetween(from: Date, to: Date, timeZone: string): Date[] {
  const [first, last] = [civilDate(from, timeZone), civilDate(to, timeZone)]
  const days =
    (Date.UTC(last.year, last.month - 1, last.day) - Date.UTC(first.year, first.month - 1, first.day)) / DAY_MS
  return Array.from({ length: days + 2 }, (_, i) => startOf({ ...first, day: first.day + i }, timeZone))
}

/** Starts of the last `count` days or months, ending with the one that contains `at`, and the start of the next one. */
export function periods(at: Date, timeZone: string, range: { by: 'day' | 'month'; count: number }): Date[] {
  const start = range.by === 'day' ? startOfDay : startOfMonth
  return Array.from({ length: range.count + 1 }, (_, i) => start(at, timeZone, i - range.count + 1))
}
