import { Temporal } from 'temporal-polyfill'

/** A start with the time zone in which its periods are counted, and the day of the month on which they start. */
export type PeriodStart = {
  startsAt: Date
  /** IANA name. */
  timeZone: string
  /** 1 to 31; in a month without that day, a period starts on its last day. */
  anchorDay: number
}

/** The day of the month of an instant in a time zone. */
export const dayOfMonth = (at: Date, timeZone: string): number => zonedTime(at, timeZone).day

/**
 * The end of a period of whole months: the same day and local time that many months later, or the last day of a month
 * that is too short. A local time that a change of daylight saving time skips is the one an hour later.
 */
export function periodEnd({ startsAt, timeZone, anchorDay }: PeriodStart, months: number): Date {
  const start = zonedTime(startsAt, timeZone)
  const month = start.toPlainDate().toPlainYearMonth().add({ months })
  const date = month.toPlainDate({ day: Math.min(anchorDay, month.daysInMonth) })
  const end = date.toZonedDateTime({ timeZone, plainTime: start.toPlainTime() })
  return new Date(end.epochMilliseconds)
}

const zonedTime = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
