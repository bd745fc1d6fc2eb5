import * as staffOrder from '@simwright/contract/money/staff-order'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { sampleDetail, sampleOrder, sampleUnpaid } from '../../../states/sample-money.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, press, see } from '../../../states/step.ts'

const client = { enterpriseId: sampleId(1900), enterprise: 'Wind Tunnels GmbH', platform: 'Simwright' }

const row: staffOrder.StaffOrder = {
  ...sampleOrder,
  ...client,
  state: 'PENDING_CONFIRMATION',
  paymentMethod: 1,
  paidCents: 0,
  paidAt: null,
  paymentChannel: null,
}

const rows: staffOrder.StaffOrder[] = [
  row,
  { ...sampleOrder, ...client, id: sampleId(1821), enterprise: 'Harbour Telecom' },
  { ...sampleOrder, ...client, id: sampleId(1822), kind: 'TRIAL', operation: null, state: 'EXPIRED' },
]

const noneWait = answer(staffOrder.waiting, { pending: 0, unpaid: 2, waitActive: 0 })
const threeWait = answer(staffOrder.waiting, { pending: 3, unpaid: 2, waitActive: 0 })

const pending: staffOrder.StaffOrderDetail = {
  ...sampleUnpaid,
  ...client,
  state: 'PENDING_CONFIRMATION',
  expiresAt: null,
  transfer: null,
  canPay: false,
  canCancel: false,
  events: [
    ...sampleUnpaid.events.slice(0, 1),
    {
      at: hoursAgo(20),
      event: 'PROOF_GIVEN',
      state: 'PENDING_CONFIRMATION',
      actor: 'MEMBER',
      actorName: 'Grace Hopper',
      note: null,
    },
  ],
  proof: { fileName: 'transfer.pdf', type: 'application/pdf', bytes: 128_000, at: hoursAgo(20) },
  invoices: [],
  overageFactor: 3,
  paymentReference: null,
  actions: ['CONFIRM', 'REJECT'],
}

const paid: staffOrder.StaffOrderDetail = {
  ...pending,
  ...sampleDetail,
  paymentMethod: 1,
  paymentChannel: 'Berliner Bank',
  paymentReference: 'TX-2026-118',
  invoices: [
    {
      id: sampleId(1810),
      kind: 'INVOICE',
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
  ],
  actions: ['REFUND', 'RAISE_CAP'],
}

listStates({
  name: 'Admin, orders',
  at: linkTo(pages.staffOrders),
  as: 'staff',
  answers: [answer(staffOrder.list, pageOf(rows)), noneWait],
  states: {
    loading: { answers: [wait(staffOrder.list)], shows: SKELETON },
    empty: { answers: [answer(staffOrder.list, pageOf([]))], shows: 'No orders yet' },
    failed: { answers: [fail(staffOrder.list)], shows: 'This could not be loaded' },
    full: { shows: 'Harbour Telecom' },
    longest: {
      answers: [
        answer(
          staffOrder.list,
          pageOf([{ ...row, enterprise: unbrokenText(128), platform: unbrokenText(40), amountCents: 10_000_000_000 }]),
        ),
      ],
      shows: unbrokenText(128),
    },
    phone: { answers: [threeWait], shows: '3 transfers waiting' },
    'transfers wait': {
      answers: [threeWait, answer(staffOrder.list, ({ filter }) => pageOf(filter?.state ? [row] : rows))],
      steps: [see('Harbour Telecom'), press('3 transfers waiting'), absent('Harbour Telecom')],
      shows: 'Wind Tunnels GmbH',
    },
    'one transfer waits': {
      answers: [answer(staffOrder.waiting, { pending: 1, unpaid: 0, waitActive: 0 })],
      shows: '1 transfer waiting',
    },
    'view permission only': {
      as: { holds: ['Admin_Order_View'] },
      steps: [see('Harbour Telecom'), absent('Order for client')],
      shows: 'Harbour Telecom',
    },
  },
})

listStates({
  name: 'Admin, drawer of an order',
  at: linkTo(pages.staffOrders, { search: { open: sampleOrder.id } }),
  as: 'staff',
  answers: [answer(staffOrder.list, pageOf(rows)), answer(staffOrder.get, pending), noneWait],
  states: {
    loading: { answers: [wait(staffOrder.get)], shows: SKELETON },
    refused: { answers: [refuse(staffOrder.get, 'not_found')], shows: 'Order not found' },
    failed: { answers: [fail(staffOrder.get)], shows: 'This could not be loaded' },
    full: { shows: 'Download proof' },
    longest: {
      answers: [
        answer(staffOrder.get, {
          ...pending,
          enterprise: unbrokenText(128),
          platform: unbrokenText(40),
          proof: { ...pending.proof!, fileName: unbrokenText(128) },
        }),
      ],
      shows: unbrokenText(128),
    },
    phone: { shows: 'Download proof' },
    'without a proof': {
      answers: [answer(staffOrder.get, { ...pending, state: 'UNPAID', proof: null, actions: ['CONFIRM'] })],
      shows: 'The client has not uploaded proof yet.',
    },
    'view permission only': { as: { holds: ['Admin_Order_View'] }, shows: 'Download proof' },
    rejected: {
      answers: [
        answer(staffOrder.get, {
          ...pending,
          state: 'CLOSED',
          actions: [],
          events: [
            ...pending.events,
            {
              at: hoursAgo(1),
              event: 'REJECTED',
              state: 'CLOSED',
              actor: 'STAFF',
              actorName: null,
              note: longText(500),
            },
          ],
        }),
      ],
      steps: [press('Events')],
      shows: 'Transfer rejected',
    },
    invoices: { answers: [answer(staffOrder.get, paid)], steps: [press('Invoices')], shows: 'Invoice SW-000123' },
    'confirm dialog': { steps: [press('Confirm transfer')], shows: /^Confirm the bank transfer of/ },
    'reject dialog': { steps: [press('Reject')], shows: /^Reject the bank transfer of/ },
    'reject without a reason': { steps: [press('Reject'), press('Reject transfer')], shows: 'Required' },
    'refund dialog': {
      answers: [answer(staffOrder.get, paid)],
      steps: [press('Record refund')],
      shows: /^Record a refund for/,
    },
    'limit dialog': {
      answers: [answer(staffOrder.get, paid)],
      steps: [press('Raise limit')],
      shows: 'Raise the limit of billed downloads',
    },
  },
})
