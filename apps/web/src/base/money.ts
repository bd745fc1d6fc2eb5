/** Formats an amount: whole dollars without cents, other amounts with two digits. */
export function dollars(cents: number): string {
  return inDollars(cents, cents % 100 === 0 ? 0 : 2)
}

/** Formats an amount of a column, where all have two digits. */
export function dollarsAndCents(cents: number): string {
  return inDollars(cents, 2)
}

function inDollars(cents: number, digits: 0 | 2): string {
  return (cents / 100).toLocaleString('en', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
