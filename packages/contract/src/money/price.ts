import { z } from 'zod'
import { planNames } from '../platform/plan.ts'

/** Integer cents of the order's currency; negative for what is deducted. Each line is rounded once, half up. */
const cents = z.int()

/** An ISO 3166-1 alpha-2 code, or empty. */
const country = z.string()

const day = z.iso.datetime()

export const billingTypes = ['MONTHLY', 'ANNUALLY'] as const
export type BillingType = (typeof billingTypes)[number]

/** One line of a price, in the order in which the lines are shown. The amount to pay is the sum of all lines. */
export const PriceLine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('PLAN'),
    plan: z.enum(planNames),
    billingType: z.enum(billingTypes),
    /** Downloads per month of the tier. */
    downloads: z.int().nullable(),
    months: z.int(),
    cents,
  }),
  /** Deducted from the plan. `percent` is null for a fixed amount. */
  z.object({ kind: z.literal('DISCOUNT'), code: z.string(), percent: z.int().nullable(), cents }),
  /** The unused part of the order that an upgrade replaces. */
  z.object({ kind: z.literal('CREDIT'), orderCode: z.string(), from: day, to: day, cents }),
  /** Downloads or installations beyond those of an order. */
  z.object({
    kind: z.literal('OVERAGE'),
    orderCode: z.string(),
    dimension: z.union([z.literal(0), z.literal(1)]),
    quantity: z.int(),
    unitCents: cents,
    cents,
  }),
  /** Credit left from earlier orders. */
  z.object({ kind: z.literal('BALANCE'), cents }),
  /** On the sum of all lines before it. `rate` is in hundredths of a percent. */
  z.object({ kind: z.literal('TAX'), country, rate: z.int(), reverseCharge: z.boolean(), cents }),
])
export type PriceLine = z.infer<typeof PriceLine>
export type PriceLineKind = PriceLine['kind']

/** The sum of the lines, in cents; with `kinds`, of the lines of these kinds. */
export const sumOf = (lines: readonly PriceLine[], kinds?: readonly PriceLineKind[]): number =>
  lines.reduce((sum, line) => (kinds && !kinds.includes(line.kind) ? sum : sum + line.cents), 0)

/** The recipient of an invoice. */
export const BilledTo = z.object({
  company: z.string(),
  email: z.string(),
  taxId: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  region: z.string(),
  country,
})
export type BilledTo = z.infer<typeof BilledTo>
