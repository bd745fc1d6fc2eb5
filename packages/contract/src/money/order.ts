import { z } from 'zod'
import { countryNameOf } from '../country.ts'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf, time } from '../list.ts'
import { MailAddressOrNone } from '../mail-address.ts'
import { givenPlans } from '../people/client.ts'
import { AcceptedTexts } from '../platform/legal.ts'
import { orderStates, planNames, Usage } from '../platform/plan.ts'
import { BilledTo, billingTypes, PriceLine } from './price.ts'
import { TransferInstructions } from './transfer.ts'

/** What an order does. OVERAGE bills downloads beyond the limit of an ended period, and adds none. */
export const orderOperations = ['BUY', 'UPGRADE', 'RENEW', 'OVERAGE'] as const
export type OrderOperation = (typeof orderOperations)[number]

/** What a purchase can do; `/order/purchase/:operation` has the same words in lower case. */
export const purchaseOperations = ['BUY', 'UPGRADE', 'RENEW'] as const
export type PurchaseOperation = (typeof purchaseOperations)[number]

/** Plans that are sold. */
export const soldPlans = ['BASIC', 'PRO', 'PREMIUM'] as const

/** Plans that an order can have: those that are sold, or given by staff. The others apply without an order. */
export const orderedPlans = givenPlans

/** What counts as used: 0 each download, 1 each installation. */
export const BillingDimension = z.union([z.literal(0), z.literal(1)])
/** 0 Stripe, 1 bank transfer. */
export const PaymentMethod = z.union([z.literal(0), z.literal(1)])
export const STRIPE = 0 as const
export const BANK_TRANSFER = 1 as const

export const Order = z.object({
  id,
  /** 20 digits. */
  code: z.string(),
  kind: z.enum(['TRIAL', 'GIVEN', 'BOUGHT']),
  /** Null: not bought. */
  operation: z.enum(orderOperations).nullable(),
  plan: z.enum(planNames),
  state: z.enum(orderStates),
  billingType: z.enum(billingTypes).nullable(),
  billingDimension: BillingDimension,
  paymentMethod: PaymentMethod.nullable(),
  /** The amount to pay, with tax. */
  amountCents: z.int(),
  /** Before discount, credit and tax. */
  originalCents: z.int(),
  discountCents: z.int(),
  taxCents: z.int(),
  /** The amount received. */
  paidCents: z.int(),
  refundedCents: z.int(),
  currency: z.string(),
  /** Months. */
  quantity: z.int(),
  paidAt: time.nullable(),
  /** Brand of the card, or the bank. */
  paymentChannel: z.string().nullable(),
  /** When the order is closed, if it is not paid. */
  expiresAt: time.nullable(),
  /** The time during which the plan applies; for orders that are not paid, the expected one. */
  startsAt: time,
  endsAt: time.nullable(),
  /** Null: no limit. */
  downloads: z.int().nullable(),
  usedDownloads: z.int(),
  installations: z.int(),
  /** Of the downloads, or of the installations if those are billed. */
  usage: Usage,
  createdAt: time,
})
export type Order = z.infer<typeof Order>

export const OrderFilter = {
  state: z.array(z.enum(orderStates)).max(orderStates.length),
  plan: z.array(z.enum(orderedPlans)).max(orderedPlans.length),
  paymentMethod: z.array(PaymentMethod).max(2),
  /** The beginning of the order ID. */
  code: z
    .string()
    .trim()
    .regex(/^\d{0,20}$/, 'An order ID has 20 digits.'),
  /** Created from this time on, and before that. */
  from: time,
  to: time,
} as const

export const query = endpoint({
  method: 'POST',
  path: '/order/query',
  access: 'Order_View',
  allGroups: true,
  reads: true,
  summary: 'Orders of the current enterprise account, newest first',
  input: listInput(OrderFilter, ['createdAt']),
  output: pageOf(Order),
})

/** What happened to an order. The first is always CREATED. */
export const orderEvents = [
  'CREATED',
  'PAID',
  'PAYMENT_FAILED',
  'PROOF_GIVEN',
  'CONFIRMED',
  'REJECTED',
  'CANCELLED',
  'NOT_PAID',
  'STARTED',
  'EXTENDED',
  'ENDED',
  'REPLACED',
  'REFUNDED',
  'DISPUTE_LOST',
  'WRONG_PAYMENT',
  'INVOICED',
] as const
export type OrderEventKind = (typeof orderEvents)[number]

export const orderActors = ['MEMBER', 'STAFF', 'SYSTEM', 'STRIPE'] as const
export type OrderActorKind = (typeof orderActors)[number]

export const OrderEvent = z.object({
  at: time,
  event: z.enum(orderEvents),
  state: z.enum(orderStates),
  actor: z.enum(orderActors),
  /** Name of the member; staff have none here. */
  actorName: z.string().nullable(),
  /** In words: the reason of a rejection, a refusal by the bank. */
  note: z.string().nullable(),
})
export type OrderEvent = z.infer<typeof OrderEvent>

export const OrderDetail = Order.extend({
  lines: z.array(PriceLine),
  billedTo: BilledTo.nullable(),
  /** How to pay it; null unless it waits for a bank transfer. */
  transfer: TransferInstructions.nullable(),
  events: z.array(OrderEvent),
  canPay: z.boolean(),
  /** It can be paid on a page of the payment service. */
  canPayByCard: z.boolean(),
  canCancel: z.boolean(),
})
export type OrderDetail = z.infer<typeof OrderDetail>

export const get = endpoint({
  method: 'POST',
  path: '/order/get',
  access: 'Order_View',
  allGroups: true,
  reads: true,
  summary: 'One order: its price line by line and all its events',
  input: z.object({ id }),
  output: OrderDetail,
})

const text = (max: number) => z.string().trim().max(max, `Up to ${max} characters.`)
const required = (max: number) => text(max).min(1, 'Required')

/** The recipient of the invoice as it can be entered. */
export const BilledToFields = z.object({
  company: required(128),
  email: MailAddressOrNone,
  taxId: text(40),
  street: required(200),
  postalCode: text(20),
  city: required(100),
  region: text(100),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => countryNameOf(code) !== undefined, 'Choose a country.'),
})

/** The recipient while it is entered. The tax depends on the country and the tax number. */
const BilledToDraft = z.object({
  company: z.string().max(500),
  email: z.string().max(500),
  taxId: z.string().max(500),
  street: z.string().max(500),
  postalCode: z.string().max(500),
  city: z.string().max(500),
  region: z.string().max(500),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => code === '' || countryNameOf(code) !== undefined, 'Choose a country.'),
})

export const Purchase = z.object({
  operation: z.enum(purchaseOperations),
  plan: z.enum(soldPlans),
  /** Downloads per month: those of the plan, or of one of its tiers. */
  downloads: z.int().min(1),
  billingType: z.enum(billingTypes),
  billingDimension: BillingDimension.default(0),
  paymentMethod: PaymentMethod,
  discountCode: z.string().trim().toUpperCase().max(32, 'Up to 32 characters.').default(''),
  /** By default the billing data of the enterprise account if they are complete, else the recipient of its last order. */
  billedTo: BilledToFields.optional(),
})
export type Purchase = z.infer<typeof Purchase>

/** A purchase whose price is asked for: its recipient need not be complete. */
export const PurchaseDraft = Purchase.extend({ billedTo: BilledToDraft.optional() })
export type PurchaseDraft = z.infer<typeof PurchaseDraft>

/** A number that the plan limits and that is above the new limit; what is over the limit is frozen, not deleted. */
export const Frozen = z.object({
  what: z.enum(['configurations', 'configurationTypes', 'members', 'features', 'oplmn', 'fplmn']),
  used: z.int(),
  max: z.int(),
  /** Names of what would be frozen, at most ten. */
  names: z.array(z.string()),
})
export type Frozen = z.infer<typeof Frozen>

export const Quote = z.object({
  lines: z.array(PriceLine),
  /** The sum of the lines. */
  totalCents: z.int(),
  currency: z.string(),
  /** When the plan would start and end if paid now. */
  startsAt: time,
  endsAt: time,
  /** Downloads in the whole period. */
  downloads: z.int().nullable(),
  /** The price of the next renewal, before tax. */
  renewalCents: z.int(),
  /** The recipient that the tax was computed for; it must be complete before the purchase is ordered. */
  billedTo: BilledTo,
  /** How the order can be paid. */
  paymentMethods: z.array(PaymentMethod),
  frozen: z.array(Frozen),
})
export type Quote = z.infer<typeof Quote>

export const quote = endpoint({
  method: 'POST',
  path: '/order/quote',
  access: 'Order_View',
  allGroups: true,
  summary: 'The price of a purchase line by line, without ordering',
  input: PurchaseDraft,
  output: Quote,
})

export const create = endpoint({
  method: 'POST',
  path: '/order/create',
  access: 'Order_Create',
  allGroups: true,
  summary: 'Order a plan; refused if the price is not the one that was shown',
  input: Purchase.extend({
    /** The total that was shown. */
    totalCents: z.int().min(0),
    /** The terms of the platform, if it has published some. */
    accepted: AcceptedTexts,
  }),
  output: z.object({ id, code: z.string(), state: z.enum(orderStates) }),
  once: true,
})

export const cancel = endpoint({
  method: 'POST',
  path: '/order/cancel',
  access: 'Order_Create',
  allGroups: true,
  summary: 'Cancel an order that is not paid',
  input: z.object({ id }),
  output: done,
})

/** An order that the portal made and that waits for its payment. */
export const DueOrder = z.object({
  orderId: id,
  code: z.string(),
  operation: z.enum(orderOperations),
  amountCents: z.int(),
  until: time,
  /** Why the saved card was not charged, in words for its owner; null: it was not tried. */
  failure: z.string().nullable(),
  /** When the saved card is tried again; for a bank transfer, when the next reminder is sent. */
  nextRequestAt: time.nullable(),
})
export type DueOrder = z.infer<typeof DueOrder>

/** What the running plan was ordered with: a renewal or an upgrade begins with the same. */
export const OrderedPlan = z.object({
  plan: z.enum(soldPlans),
  /** Downloads per month. */
  downloads: z.int(),
  billingType: z.enum(billingTypes),
  billingDimension: BillingDimension,
  paymentMethod: PaymentMethod,
})
export type OrderedPlan = z.infer<typeof OrderedPlan>

/** What a platform must have before it sells plans: a bank account or Stripe, and an address or text for customers. */
export const salesNeeds = ['PAYMENT', 'CONTACT'] as const
export type SalesNeed = (typeof salesNeeds)[number]

/** What is missing, as the end of a sentence. */
export const salesLackText = (lack: readonly SalesNeed[]): string =>
  lack.map((need) => salesNeedWords[need]).join(' and ')

const salesNeedWords: Readonly<Record<SalesNeed, string>> = { PAYMENT: 'a way to pay', CONTACT: 'a contact' }

/** The running subscription: how it goes on when the period ends. */
export const Subscription = z.object({
  /** Null: nothing was bought that is active. */
  orderId: id.nullable(),
  ordered: OrderedPlan.nullable(),
  autoRenew: z.boolean(),
  /** When it was canceled; the plan applies until the period ends. */
  cancelledAt: time.nullable(),
  periodEndsAt: time.nullable(),
  /** Set while a renewal is not paid: until when the plan goes on. */
  graceEndsAt: time.nullable(),
  /** The order that starts when the period ends, or that waits for its payment. */
  nextOrderId: id.nullable(),
  /** The paid order that starts when the period ends. */
  next: z.object({ code: z.string(), plan: z.enum(planNames), startsAt: time, endsAt: time.nullable() }).nullable(),
  /** The oldest order of the portal's own that waits for its payment: a renewal, or what exceeded the plan. */
  due: DueOrder.nullable(),
  balanceCents: z.int(),
  paymentMethods: z.array(PaymentMethod),
  /** The recipient of the next invoice: that of the enterprise account if it is complete, else that of the last order. */
  billedTo: BilledTo,
  /** Empty while nothing is sold. */
  operations: z.array(z.enum(purchaseOperations)),
  /** What the platform lacks to sell plans; empty: plans are sold. */
  salesLack: z.array(z.enum(salesNeeds)),
})
export type Subscription = z.infer<typeof Subscription>

export const subscription = endpoint({
  method: 'POST',
  path: '/plan/subscription',
  access: 'Subscription_View',
  allGroups: true,
  reads: true,
  summary: 'How the current plan goes on when its period ends, and what can be ordered',
  input: nothing,
  output: Subscription,
})

export const cancelPreview = endpoint({
  method: 'POST',
  path: '/plan/cancelPreview',
  access: 'Subscription_View',
  allGroups: true,
  reads: true,
  summary: 'What applies when the plan is canceled and has ended, and what that would freeze',
  input: nothing,
  output: z.object({
    /** The end of the plan that would be canceled. */
    endsAt: time,
    /** The plan that applies then, with the downloads that are left in it; null: no limit. */
    plan: z.enum(planNames),
    downloads: z.int().nullable(),
    frozen: z.array(Frozen),
  }),
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/plan/cancelSubscription',
  access: 'Subscription_Edit',
  allGroups: true,
  summary: 'Stop the renewal: the plan applies until the end of its period. A free trial ends at once.',
  input: z.object({ reason: z.string().trim().max(500, 'Up to 500 characters.').default('') }),
  output: Subscription,
})

export const autoRenew = endpoint({
  method: 'POST',
  path: '/plan/autoRenew',
  access: 'Subscription_Edit',
  allGroups: true,
  summary: 'Switch the renewal at the end of the period on or off',
  input: z.object({ on: z.boolean() }),
  output: Subscription,
})
