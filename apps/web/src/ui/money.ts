/** Formats an amount: whole dollars without cents, other amounts with two digits. */
export function dollars(cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2
  return `$${(cents / 100).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}
