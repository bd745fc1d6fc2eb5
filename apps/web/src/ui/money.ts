/** Whole dollars without cents, others with two digits. */
export function dollars(cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2
  return `$${(cents / 100).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}
