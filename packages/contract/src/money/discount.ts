import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, listInput, pageOf, time, version } from '../list.ts'
import { billingTypes } from './price.ts'

/** The plans that a discount can be limited to: those on sale. */
export const discountPlans = ['BASIC', 'PRO', 'PREMIUM'] as const

export const discountStates = ['ACTIVE', 'EXPIRED', 'USED_UP', 'STOPPED'] as const
export type DiscountState = (typeof discountStates)[number]

/** A code as customers type it. */
export const DiscountCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{2,31}$/, '3 to 32 letters, digits and hyphens.')

/** What staff can change about a code that is in use. */
export const DiscountTerms = z.object({
  /** Empty: all. */
  plans: z.array(z.enum(discountPlans)).max(discountPlans.length),
  billingTypes: z.array(z.enum(billingTypes)).max(billingTypes.length),
  /** Null: no limit. */
  maxUses: z.int('A whole number.').min(1, 'At least 1.').max(1_000_000, 'Up to 1,000,000.').nullable(),
  oncePerEnterprise: z.boolean(),
  /** The last day, in UTC; null: no end. */
  until: z.iso.date('Enter a day.').nullable(),
  /** For staff. */
  note: z.string().trim().max(500, 'Up to 500 characters.'),
})
export type DiscountTerms = z.infer<typeof DiscountTerms>

/** How much is deducted: a percentage of the plan's price, or an amount up to it. */
const worth = {
  percent: z.int('A whole number.').min(1, 'At least 1.').max(100, 'Up to 100.').nullable(),
  cents: z.int('Up to two decimals.').min(1, 'More than 0.').max(100_000_00, 'Up to 100,000.').nullable(),
}

export const NewDiscount = DiscountTerms.extend({ code: DiscountCode, ...worth }).superRefine(
  ({ percent, cents }, { addIssue }) => {
    if ((percent === null) !== (cents === null)) return
    const message = percent === null ? 'Enter a percentage or an amount.' : 'Either a percentage or an amount.'
    addIssue({ code: 'custom', path: ['percent'], message })
  },
)
export type NewDiscount = z.infer<typeof NewDiscount>

export const DiscountRow = z.object({
  id,
  version,
  platformId: z.string(),
  platform: z.string(),
  code: z.string(),
  percent: z.int().nullable(),
  cents: z.int().nullable(),
  state: z.enum(discountStates),
  used: z.int(),
  terms: DiscountTerms,
  stoppedAt: time.nullable(),
  createdAt: time,
})
export type DiscountRow = z.infer<typeof DiscountRow>

export const list = endpoint({
  method: 'POST',
  path: '/admin/discount/list',
  access: 'Admin_Plan_View',
  reads: true,
  summary: 'Discount codes of all platforms, newest first',
  input: listInput(
    {
      state: z.array(z.enum(discountStates)).max(discountStates.length),
      /** The beginning of the code. */
      search: z
        .string()
        .trim()
        .max(40)
        .transform((text) => text.toUpperCase()),
    },
    ['createdAt'],
  ),
  output: pageOf(DiscountRow),
})

export const DiscountUse = z.object({
  enterpriseId: z.string(),
  enterprise: z.string(),
  orderCode: z.string(),
  usedAt: time,
})
export type DiscountUse = z.infer<typeof DiscountUse>

export const get = endpoint({
  method: 'POST',
  path: '/admin/discount/get',
  access: 'Admin_Plan_View',
  reads: true,
  summary: 'A discount code and its last 100 uses',
  input: z.object({ id }),
  output: z.object({ discount: DiscountRow, uses: z.array(DiscountUse) }),
})

export const add = endpoint({
  method: 'POST',
  path: '/admin/discount/add',
  access: 'Admin_Plan_Edit',
  summary: 'Create a discount code',
  input: z.object({ platformId: id, fields: NewDiscount }),
  output: z.object({ id }),
  once: true,
})

export const edit = endpoint({
  method: 'POST',
  path: '/admin/discount/edit',
  access: 'Admin_Plan_Edit',
  summary: 'Change the terms of a discount code; orders that used it keep their price',
  input: z.object({ id, version, fields: DiscountTerms }),
  output: z.object({ version }),
})

export const stop = endpoint({
  method: 'POST',
  path: '/admin/discount/stop',
  access: 'Admin_Plan_Edit',
  summary: 'Stop a discount code for good; orders that used it keep their price',
  input: z.object({ id, version }),
  output: z.object({ version }),
})
