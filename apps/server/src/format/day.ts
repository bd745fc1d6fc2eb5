const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** "30 Sept 2026" in UTC, as the portal writes days. */
export const dayText = (at: Date): string => format.format(at)
