import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing } from '../list.ts'

/** What came of paying an order by card. */
export const paymentStates = [
  /** No payment has begun. */
  'NONE',
  /** The customer has not paid yet, or Stripe has not answered yet. */
  'WAITING',
  'PAID',
  /** The card was declined; another attempt is possible. */
  'FAILED',
  /** The page was closed without a payment. */
  'EXPIRED',
  /** Paid, but not accepted by the order, so the money goes back in full. */
  'RETURNED',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** The card that pays renewals. */
export const SavedCard = z.object({
  /** Such as `visa`. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
})
export type SavedCard = z.infer<typeof SavedCard>

/** A page of the payment service, which the browser opens. */
const Page = z.object({ url: z.string() })

export const pay = endpoint({
  method: 'POST',
  path: '/order/pay',
  access: 'Order_Create',
  allGroups: true,
  summary: 'Pay an order by card: the page of the payment service, which leads back to `/order/success?open=ID`',
  input: z.object({ orderId: id }),
  output: Page,
  once: true,
})

export const status = endpoint({
  method: 'POST',
  path: '/order/payment/status',
  access: 'Order_View',
  allGroups: true,
  summary: 'What came of paying an order by card, asked from the payment service if it is not known yet',
  input: z.object({ orderId: id }),
  output: z.object({
    state: z.enum(paymentStates),
    /** Why the card was declined, in words for its owner. */
    failure: z.string().nullable(),
  }),
})

export const card = endpoint({
  method: 'POST',
  path: '/plan/card',
  access: 'Subscription_View',
  allGroups: true,
  summary: 'The saved card that pays renewals, and whether payment by card is offered',
  input: nothing,
  output: z.object({
    card: SavedCard.nullable(),
    offered: z.boolean(),
    /** Payments are simulated, and no money is moved: the page must say so. */
    simulated: z.boolean(),
  }),
})

export const changeCard = endpoint({
  method: 'POST',
  path: '/plan/card/change',
  access: 'Subscription_Edit',
  allGroups: true,
  summary: 'Save another card: the page of the payment service, which leads back to `/subscription`',
  input: nothing,
  output: Page,
})

export const removeCard = endpoint({
  method: 'POST',
  path: '/plan/card/remove',
  access: 'Subscription_Edit',
  allGroups: true,
  summary: 'Remove the saved card; renewals must then be paid by hand',
  input: nothing,
  output: done,
})
