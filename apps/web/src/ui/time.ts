const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
const dateTimeSeconds = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone })
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: zone })
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' })

/** "21 Sept 2026, 14:13", in the user's time zone. */
export function formatTime(iso: string): string {
  return dateTime.format(new Date(iso))
}

/** With seconds, for timelines. */
export function formatTimeExact(iso: string): string {
  return dateTimeSeconds.format(new Date(iso))
}

export function formatDate(iso: string): string {
  return date.format(new Date(iso))
}

/** "14:03" of a time in ms. */
export function formatClock(ms: number): string {
  return clock.format(ms)
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

/** "2 min 5 s", for what is left of a job. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
