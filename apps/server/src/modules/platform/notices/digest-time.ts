import { Temporal } from 'temporal-polyfill'

/**
 * The next time after `at` when the clock of a time zone shows a full hour: once on each day. On a day that skips the
 * hour it is the hour after, on a day that repeats it the first one. `UTC` if the zone is unknown to this server.
 */
export function nextLocalHour(at: Date, { hour, timeZone }: { hour: number; timeZone: string }): Date {
  const now = localTime(at, timeZone)
  const onDay = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone: now.timeZoneId, plainTime: new Temporal.PlainTime(hour) }).epochMilliseconds
  const today = onDay(now.toPlainDate())
  return new Date(today > at.getTime() ? today : onDay(now.toPlainDate().add({ days: 1 })))
}

function localTime(at: Date, timeZone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  try {
    return instant.toZonedDateTimeISO(timeZone)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    return instant.toZonedDateTimeISO('UTC')
  }
}
