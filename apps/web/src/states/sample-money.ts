import type { OutputOf } from '@simwright/contract'
import type * as order from '@simwright/contract/money/order'
import type * as stripe from '@simwright/contract/money/stripe'
import { hoursAgo, sampleId } from './sample.ts'

/** An order of a month of PRO that is active, for the states of pages. */
export const sampleOrder: order.Order = {
  id: sampleId(1800),
  code: '20261122231653060947',
  kind: 'BOUGHT',
  operation: 'BUY',
  plan: 'PRO',
  state: 'ACTIVE',
  billingType: 'MONTHLY',
  billingDimension: 0,
  paymentMethod: 0,
  amountCents: 15_071,
  originalCents: 14_900,
  discountCents: 2235,
  taxCents: 2406,
  paidCents: 15_071,
  refundedCents: 0,
  currency: 'USD',
  quantity: 1,
  paidAt: hoursAgo(300),
  paymentChannel: 'visa 4242',
  expiresAt: null,
  startsAt: hoursAgo(300),
  endsAt: hoursAgo(-420),
  downloads: 100,
  usedDownloads: 31,
  installations: 29,
  usage: { total: 100, used: 31, available: 69, exceeded: 0 },
  createdAt: hoursAgo(301),
}

export const sampleRecipient = {
  company: 'Wind Tunnels GmbH',
  email: 'money@wind.example',
  taxId: 'DE123456789',
  street: 'Torstraße 140',
  postalCode: '10119',
  city: 'Berlin',
  region: '',
  country: 'DE',
}

export const sampleLines: order.OrderDetail['lines'] = [
  { kind: 'PLAN', plan: 'PRO', billingType: 'MONTHLY', downloads: 100, months: 1, cents: 14_900 },
  { kind: 'DISCOUNT', code: 'SPRING', percent: 15, cents: -2235 },
  { kind: 'TAX', country: 'DE', rate: 1900, reverseCharge: false, cents: 2406 },
]

export const sampleDetail: order.OrderDetail = {
  ...sampleOrder,
  lines: sampleLines,
  billedTo: sampleRecipient,
  transfer: null,
  events: [
    { at: hoursAgo(301), event: 'CREATED', state: 'UNPAID', actor: 'MEMBER', actorName: 'Grace Hopper', note: null },
    { at: hoursAgo(300), event: 'PAID', state: 'ACTIVE', actor: 'STRIPE', actorName: null, note: null },
  ],
  canPay: false,
  canPayByCard: false,
  canCancel: false,
}

/** The same order while it waits for a bank transfer. */
export const sampleUnpaid: order.OrderDetail = {
  ...sampleDetail,
  state: 'UNPAID',
  paymentMethod: 1,
  paidCents: 0,
  paidAt: null,
  paymentChannel: null,
  expiresAt: hoursAgo(-300),
  canPay: true,
  canPayByCard: true,
  canCancel: true,
  transfer: {
    holder: 'Simwright GmbH',
    bank: 'Berliner Bank',
    account: 'DE89 3704 0044 0532 0130 00',
    bic: 'COBADEFFXXX',
    reference: 'RF18 2026 1122 2316 5306 0947',
    cents: 15_071,
    currency: 'USD',
  },
}

export const sampleNext: NonNullable<order.Subscription['next']> = {
  code: '20261122231653060947',
  plan: 'BASIC',
  startsAt: hoursAgo(-420),
  endsAt: hoursAgo(-1164),
}

export const sampleSubscription: order.Subscription = {
  orderId: sampleOrder.id,
  ordered: { plan: 'PRO', downloads: 100, billingType: 'MONTHLY', billingDimension: 0, paymentMethod: 0 },
  autoRenew: true,
  cancelledAt: null,
  periodEndsAt: hoursAgo(-420),
  graceEndsAt: null,
  nextOrderId: null,
  next: null,
  due: null,
  balanceCents: 0,
  paymentMethods: [0, 1],
  billedTo: sampleRecipient,
  operations: ['BUY', 'UPGRADE', 'RENEW'],
  salesLack: [],
}

/** The same while the platform has neither a way to pay nor a contact. */
export const sampleNotSold: order.Subscription = {
  ...sampleSubscription,
  paymentMethods: [],
  operations: [],
  salesLack: ['PAYMENT', 'CONTACT'],
}

export const sampleCancelPreview: OutputOf<typeof order.cancelPreview> = {
  endsAt: hoursAgo(-420),
  plan: 'DEFAULT',
  downloads: 1,
  frozen: [
    { what: 'configurations', used: 4, max: 1, names: ['IoT fleet', 'Private network', 'Roaming'] },
    { what: 'members', used: 2, max: 1, names: ['Ada Lovelace'] },
    { what: 'features', used: 1, max: 0, names: ['Block'] },
  ],
}

/** The same order while it waits for a payment by card. */
export const sampleUnpaidByCard: order.OrderDetail = { ...sampleUnpaid, paymentMethod: 0, transfer: null }

/** A renewal for which the saved card was declined. */
export const sampleDue: order.DueOrder = {
  orderId: sampleOrder.id,
  code: sampleOrder.code,
  operation: 'RENEW',
  amountCents: 15_071,
  until: hoursAgo(-160),
  failure: 'Your card was declined.',
  nextRequestAt: hoursAgo(-60),
}

export const sampleCard: OutputOf<typeof stripe.card> = {
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
  offered: true,
  simulated: false,
}
