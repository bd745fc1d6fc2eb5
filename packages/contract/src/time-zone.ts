import { z } from 'zod'

/**
 * The one spelling of a time zone in the list of this runtime: an IANA name in any case (`europe/berlin`), a link
 * (`US/Pacific-New`), or an offset from UTC, positive to the east (`+05:30`, ISO 8601).
 * @returns undefined if the list has none of this name
 */
export function resolveTimeZone(name: string): string | undefined {
  if (name === '' || name.length > 64) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** A time zone of the list of this runtime. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => resolveTimeZone(name) !== undefined, 'Unknown time zone.')
