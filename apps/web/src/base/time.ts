import { timeZone } from './time-zone.ts'

const formatsOf = (zone: string) => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
  return {
    zone,
    dateTime: format({ dateStyle: 'medium', timeStyle: 'short' }),
    dateTimeSeconds: format({ dateStyle: 'medium', timeStyle: 'medium' }),
    date: format({ dateStyle: 'medium' }),
    clock: format({ timeStyle: 'short' }),
    numbers: format({
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
  }
}

let last = formatsOf(timeZone())

/** The formats of the user's time zone, made again when it changes. */
function formats() {
  if (last.zone !== timeZone()) last = formatsOf(timeZone())
  return last
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' })

/** "21 Sept 2026, 14:13", in the user's time zone. */
export function formatTime(iso: string): string {
  return formats().dateTime.format(new Date(iso))
}

/** `formatTime` with seconds, for timelines. */
export function formatTimeExact(iso: string): string {
  return formats().dateTimeSeconds.format(new Date(iso))
}

/** `formatTimeExact` with the time zone, where one time is shown in full. */
export function formatTimeFull(iso: string): string {
  return `${formatTimeExact(iso)} ${timeZone()}`
}

const ofUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** "21 Sept 2026, 14:13" of `2026-09-21T14:13`, the time on a clock of any zone. */
export function formatLocalTime(local: string): string {
  return ofUtc.format(new Date(`${local}Z`))
}

export function formatDate(iso: string): string {
  return formats().date.format(new Date(iso))
}

/** "25 Oct – 23 Nov 2026": the days of a zone from one time until another. */
export function formatDays({ from, to }: { from: string; to: string }, zone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: zone })
  return format.formatRange(new Date(from), new Date(Date.parse(to) - 1))
}

/** "14:03" of a time in ms. */
export function formatClock(ms: number): string {
  return formats().clock.format(ms)
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** "3 minutes ago", "yesterday". */
export function formatAgo(iso: string, nowMs = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - nowMs) / 1000)
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return Math.abs(seconds) < 10 ? 'just now' : relative.format(Math.trunc(seconds / size), unit)
}

/** "2 min 5 s". */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/**
 * Converts a local time in the user's zone (`2026-01-31T00:00:00.000`) to UTC in ISO 8601; an invalid time yields the
 * epoch.
 */
export function momentOf(local: string): string {
  const asIfUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asIfUtc)) return new Date(0).toISOString()
  const guess = asIfUtc - offsetMs(asIfUtc)
  return new Date(asIfUtc - offsetMs(guess)).toISOString()
}

/** Converts an ISO 8601 time to local time in the user's zone, as a `DateTimeInput` expects it. */
export function localOf(iso: string): string {
  const ms = Date.parse(iso)
  return new Date(ms + offsetMs(ms)).toISOString().slice(0, 16)
}

/** Offset of the user's zone from UTC at a time, positive east of Greenwich. */
function offsetMs(ms: number): number {
  const parts = formats().numbers.formatToParts(ms)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(ms / 1000) * 1000
}
