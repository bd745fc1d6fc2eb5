export const ENTERPRISE_ID = '0197f000-0000-7000-8000-0000000000e1'

/** A UUIDv7 that ends with this number. */
export function sampleId(number: number): string {
  return `0197f000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

const HOUR_MS = 3_600_000

/** ISO 8601 time of this many whole hours ago; negative: in the future. */
export function hoursAgo(hours: number): string {
  return new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hours * HOUR_MS).toISOString()
}

/** A text of exactly this length with spaces, so that lines can break. */
export function longText(length: number): string {
  return 'Überregional Außenwirtschaft network operations '
    .repeat(length)
    .slice(0, length)
    .trimEnd()
    .padEnd(length, 'x')
}

/** A text of exactly this length without spaces, so that no line can break. */
export function unbrokenText(length: number): string {
  return 'W'.repeat(length)
}
