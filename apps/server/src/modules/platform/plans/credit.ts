import { type PriceLine, sumOf } from '@simwright/contract/money/price'

/** What the period of an order cost before tax, whether paid with money or credit. */
export const netOfPeriod = (lines: readonly PriceLine[]): number => sumOf(lines, ['PLAN', 'DISCOUNT'])

type Paid = {
  lines: readonly PriceLine[]
  amount_cents: number
  tax_cents: number
  refunded_cents: number
}

/** What of the period of an order can become credit: what it cost before tax, less what was returned, before tax too. */
export function creditableNet({ lines, amount_cents, tax_cents, refunded_cents }: Paid): number {
  const returned =
    refunded_cents === 0
      ? 0
      : divideHalfUp(BigInt(refunded_cents) * BigInt(amount_cents - tax_cents), BigInt(amount_cents))
  return Math.max(0, netOfPeriod(lines) - returned)
}

/** The part of a period's price that is for the time after `at`. */
export function shareAfter(at: Date, period: { netCents: number; startsAt: Date; endsAt: Date }): number {
  const total = BigInt(period.endsAt.getTime() - period.startsAt.getTime())
  const remaining = BigInt(Math.max(0, period.endsAt.getTime() - at.getTime()))
  return divideHalfUp(BigInt(period.netCents) * (remaining > total ? total : remaining), total)
}

/** The quotient of two numbers that are not negative, rounded half up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): number {
  return Number((dividend * 2n + divisor) / (divisor * 2n))
}
