import * as invoice from '@simwright/contract/money/invoice'
import * as order from '@simwright/contract/money/order'
import * as transferProof from '@simwright/contract/money/transfer-proof'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import {
  sampleDetail,
  sampleLines,
  sampleNotSold,
  sampleOrder,
  sampleSubscription,
  sampleUnpaid,
  sampleUnpaidByCard,
} from '../../../states/sample-money.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, press, see } from '../../../states/step.ts'

const rows = [
  { ...sampleOrder, id: sampleId(1801), state: 'UNPAID' as const, operation: 'RENEW' as const, paidAt: null },
  sampleOrder,
  { ...sampleOrder, id: sampleId(1802), kind: 'TRIAL' as const, operation: null, state: 'EXPIRED' as const },
]

const manyUsed = { total: 100, used: 10_000_000, available: 0, exceeded: 9_999_900 }

listStates({
  name: 'Orders',
  at: linkTo(pages.orders),
  answers: [answer(order.query, pageOf(rows)), answer(order.subscription, sampleSubscription)],
  states: {
    loading: { answers: [wait(order.query)], shows: SKELETON },
    empty: { answers: [answer(order.query, pageOf([]))], shows: 'No orders yet' },
    failed: { answers: [fail(order.query)], shows: 'This could not be loaded' },
    full: { steps: [see('Buy a plan')], shows: 'Unpaid' },
    'nothing is sold yet': {
      answers: [answer(order.subscription, sampleNotSold)],
      steps: [absent('Buy a plan')],
      shows: 'Unpaid',
    },
    suspended: { as: 'suspended owner', shows: 'Unpaid' },
    longest: {
      answers: [answer(order.query, pageOf([{ ...sampleOrder, amountCents: 10_000_000_000, usage: manyUsed }]))],
      shows: 'Active',
    },
    phone: { shows: 'Unpaid' },
  },
})

const invoices = pageOf([
  {
    id: sampleId(1810),
    kind: 'INVOICE' as const,
    number: 'SW-000123',
    orderId: sampleOrder.id,
    orderCode: sampleOrder.code,
    company: 'Wind Tunnels GmbH',
    netCents: 12_665,
    taxCents: 2406,
    grossCents: 15_071,
    currency: 'USD',
    issuedAt: hoursAgo(300),
    corrects: null,
    reason: null,
  },
])

const proofGiven: order.OrderEvent = {
  at: hoursAgo(20),
  event: 'PROOF_GIVEN',
  state: 'PENDING_CONFIRMATION',
  actor: 'MEMBER',
  actorName: 'Grace Hopper',
  note: null,
}

const pendingWith = (events: order.OrderEvent[]): order.OrderDetail => ({
  ...sampleUnpaid,
  state: 'PENDING_CONFIRMATION',
  transfer: null,
  expiresAt: null,
  canPay: false,
  canPayByCard: false,
  canCancel: false,
  events: [...sampleUnpaid.events.slice(0, 1), ...events],
})

listStates({
  name: 'Drawer of an order',
  at: linkTo(pages.orders, { search: { open: sampleOrder.id } }),
  answers: [
    answer(order.query, pageOf(rows)),
    answer(order.subscription, sampleSubscription),
    answer(order.get, sampleDetail),
    answer(invoice.list, invoices),
  ],
  states: {
    loading: { answers: [wait(order.get)], shows: SKELETON },
    refused: { answers: [refuse(order.get, 'not_found')], shows: 'Order not found' },
    failed: { answers: [fail(order.get)], shows: 'This could not be loaded' },
    full: { shows: 'Discount SPRING, 15%' },
    'waits for a payment by card': { answers: [answer(order.get, sampleUnpaidByCard)], shows: 'Pay now' },
    'waits for a bank transfer': { answers: [answer(order.get, sampleUnpaid)], shows: 'Pay by bank transfer' },
    longest: {
      answers: [
        answer(order.get, {
          ...sampleUnpaid,
          lines: [
            ...sampleLines,
            {
              kind: 'CREDIT',
              orderCode: '20261122231653060947',
              from: hoursAgo(10),
              to: hoursAgo(-700),
              cents: -9_999_999,
            },
            {
              kind: 'OVERAGE',
              orderCode: '20261122231653060947',
              dimension: 1,
              quantity: 1_000_000,
              unitCents: 60,
              cents: 60_000_000,
            },
            { kind: 'BALANCE', cents: -120 },
          ],
          billedTo: { ...sampleDetail.billedTo!, company: unbrokenText(128), street: unbrokenText(200) },
        }),
      ],
      shows: 'Credit from earlier orders',
    },
    events: {
      steps: [press('Events')],
      answers: [
        answer(order.get, {
          ...sampleDetail,
          events: [
            ...sampleDetail.events,
            {
              at: hoursAgo(2),
              event: 'PAYMENT_FAILED',
              state: 'ACTIVE',
              actor: 'STRIPE',
              actorName: null,
              note: longText(300),
            },
          ],
        }),
      ],
      shows: 'Payment failed',
    },
    'proof uploaded': {
      answers: [
        answer(order.get, pendingWith([proofGiven])),
        answer(transferProof.query, {
          proof: { fileName: unbrokenText(128), type: 'application/pdf', bytes: 128_000, at: hoursAgo(20) },
        }),
      ],
      shows: 'Download proof',
    },
    'upload without a file': {
      answers: [answer(order.get, sampleUnpaid)],
      steps: [press('Upload proof')],
      shows: 'Choose a file.',
    },
    'transfer rejected': {
      answers: [
        answer(order.get, {
          ...pendingWith([proofGiven, { ...proofGiven, event: 'REJECTED', actor: 'STAFF', note: longText(500) }]),
          state: 'CLOSED',
        }),
      ],
      shows: 'The transfer was rejected',
    },
    invoices: { steps: [press('Invoices')], shows: 'Invoice SW-000123' },
    'no invoice': {
      answers: [answer(invoice.list, pageOf([])), answer(order.get, sampleUnpaid)],
      steps: [press('Invoices')],
      shows: /^No invoice yet/,
    },
    'cancel an order': {
      answers: [answer(order.get, sampleUnpaid)],
      steps: [press('Cancel order')],
      shows: /^Cancel order 2026/,
    },
    phone: { answers: [answer(order.get, sampleUnpaid)], shows: 'Pay by bank transfer' },
  },
})
