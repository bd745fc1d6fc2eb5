import { type BillingType, type PriceLine, sumOf } from '@simwright/contract/money/price'
import type { PlanName } from '@simwright/contract/platform/plan'
import { divideHalfUp, shareAfter } from '../../platform/plans/service.ts'

/** What an order buys. */
export type Item = {
  plan: PlanName
  billingType: BillingType
  /** Per month. */
  downloads: number | null
  months: number
  /** The price of the whole period. */
  cents: number
}

export type Discount = { code: string; percent: number | null; cents: number | null }

/** The order that an upgrade replaces: what its period cost before tax, and how much of it remains. */
export type Replaced = { code: string; netCents: number; startsAt: Date; endsAt: Date; at: Date }

export type Overage = { orderCode: string; dimension: 0 | 1; quantity: number; unitCents: number }

/** `rate` is in hundredths of a percent. */
export type Tax = { country: string; rate: number; reverseCharge: boolean }

export type PriceParts = {
  item?: Item
  discount?: Discount | undefined
  replaced?: Replaced | undefined
  overage?: readonly Overage[]
  /** Credit left from earlier orders. */
  balanceCents: number
  tax: Tax
}

/**
 * All lines of an order's price. Deductions never make the sum negative: credit that is not needed becomes a positive
 * BALANCE line, which the next order deducts.
 */
export function priceLines({ item, discount, replaced, overage = [], balanceCents, tax }: PriceParts): PriceLine[] {
  const lines: PriceLine[] = []
  if (item) {
    lines.push({ kind: 'PLAN', ...item })
    if (discount) lines.push(discountLine(discount, item.cents))
  }
  for (const extra of overage) lines.push({ kind: 'OVERAGE', ...extra, cents: extra.quantity * extra.unitCents })
  if (replaced) lines.push(creditLine(replaced))
  const balance = sumOf(lines) < 0 ? -sumOf(lines) : -Math.min(balanceCents, sumOf(lines))
  if (balance !== 0) lines.push({ kind: 'BALANCE', cents: balance })
  const taxed = sumOf(lines)
  if (taxed > 0 && (tax.rate > 0 || tax.reverseCharge)) lines.push({ kind: 'TAX', ...tax, cents: taxOn(taxed, tax) })
  return lines
}

/** Rounded half up. */
export const taxOn = (netCents: number, { rate, reverseCharge }: Pick<Tax, 'rate' | 'reverseCharge'>): number =>
  reverseCharge ? 0 : divideHalfUp(BigInt(netCents) * BigInt(rate), 10_000n)

function discountLine({ code, percent, cents }: Discount, price: number): PriceLine {
  const deducted = percent === null ? (cents ?? 0) : divideHalfUp(BigInt(price) * BigInt(percent), 100n)
  return { kind: 'DISCOUNT', code, percent, cents: -Math.min(price, deducted) }
}

export function creditLine({ code, netCents, startsAt, endsAt, at }: Replaced): PriceLine {
  const cents = -shareAfter(at, { netCents, startsAt, endsAt })
  return { kind: 'CREDIT', orderCode: code, from: at.toISOString(), to: endsAt.toISOString(), cents }
}
