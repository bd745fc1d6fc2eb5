import type { Quote } from '@simwright/contract/money/order'
import * as staffOrder from '@simwright/contract/money/staff-order'
import * as clients from '@simwright/contract/people/client'
import * as plans from '@simwright/contract/platform/plan'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { userPlan } from '../../../states/frame-answers.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { sampleLines, sampleOrder, sampleRecipient, sampleUnpaid } from '../../../states/sample-money.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type Step, see, type } from '../../../states/step.ts'

const client: clients.Client = {
  id: sampleId(1900),
  name: 'Wind Tunnels GmbH',
  platform: 'Simwright',
  state: 'ACTIVE',
  plan: 'DEMO',
  kind: 'BASE',
  endsAt: null,
  members: 2,
  usage: { total: 10, used: 4, available: 6, exceeded: 0 },
  createdAt: hoursAgo(100),
  owners: [{ name: 'Grace Hopper', email: 'grace@example.com' }],
  configurations: 2,
  installations: 3,
  iccids: 1_240,
  limits: { configurations: 20, iccids: 100_000, members: 5 },
  survey: null,
  trial: 'USED',
  suspension: null,
  deletionAt: null,
}

const other = { ...client, id: sampleId(1901), name: 'Harbour Telecom' }

const offered = (name: plans.PlanName, monthlyCents: number): plans.Plan => ({
  name,
  limits: { ...userPlan.limits, downloads: 100 },
  monthlyCents,
  annualCents: plans.annualCents(monthlyCents),
  extraDownloadCents: 60,
  tiers: [{ downloads: 500, monthlyCents: monthlyCents * 2 }],
})

const quote: Quote = {
  lines: sampleLines,
  totalCents: 15_071,
  currency: 'USD',
  startsAt: hoursAgo(0),
  endsAt: hoursAgo(-720),
  downloads: 100,
  renewalCents: 14_900,
  billedTo: sampleRecipient,
  paymentMethods: [0, 1],
  frozen: [],
}

const placed: staffOrder.StaffOrderDetail = {
  ...sampleUnpaid,
  enterpriseId: client.id,
  enterprise: client.name,
  platform: client.platform,
  proof: null,
  invoices: [],
  overageFactor: 3,
  paymentReference: null,
  actions: ['CONFIRM'],
}

const open = press('Order for client')

const clientHasFocus: Step = async (until) => {
  const placeholder = 'Name or ID'
  const isFocused = () => document.activeElement?.getAttribute('placeholder') === placeholder || undefined
  await until(isFocused, 'the focus on the client')
}

listStates({
  name: 'Admin, order by hand',
  at: linkTo(pages.staffOrders, { search: { client: client.id } }),
  as: 'staff',
  answers: [
    answer(staffOrder.list, pageOf([])),
    answer(staffOrder.waiting, { pending: 0, unpaid: 0, waitActive: 0 }),
    answer(plans.list, { plans: [offered('BASIC', 9900), offered('PRO', 14_900), offered('PREMIUM', 23_900)] }),
    answer(clients.list, pageOf([client, other])),
    answer(clients.get, client),
    answer(staffOrder.quote, quote),
  ],
  states: {
    loading: { answers: [wait(plans.list)], steps: [open], shows: SKELETON },
    failed: { answers: [fail(plans.list)], steps: [open], shows: 'This could not be loaded' },
    full: { steps: [open, clientHasFocus], shows: 'Discount SPRING, 15%' },
    'the client has no address': {
      answers: [
        answer(staffOrder.quote, { ...quote, billedTo: { ...sampleRecipient, street: '', city: '', country: '' } }),
        refuse(staffOrder.add, 'invalid', {
          faults: [{ path: 'fields.billedTo.country', rule: 'required', text: 'Choose a country.' }],
        }),
      ],
      steps: [open, see('State or region'), press('Order for $150.71')],
      shows: 'Choose a country.',
    },
    'bank transfers are not offered': {
      answers: [answer(staffOrder.quote, { ...quote, paymentMethods: [0] })],
      steps: [open],
      shows: 'This platform does not offer it.',
    },
    refused: {
      answers: [refuse(staffOrder.quote, 'order_waiting', { values: { code: sampleOrder.code } })],
      steps: [open],
      shows: /^Order 2026/,
    },
    'a discount code is refused': {
      answers: [
        refuse(staffOrder.quote, 'invalid', {
          faults: [{ path: 'discountCode', rule: 'unknown', text: 'This code does not exist.' }],
        }),
      ],
      steps: [open, type('Discount code', 'SUMMER'), see('This code does not exist.')],
      shows: 'Discount code: This code does not exist.',
    },
    'no client': {
      at: linkTo(pages.staffOrders),
      steps: [open, see('Complete the form to see the price.'), press('Place order')],
      shows: 'Choose a client.',
    },
    'the client is searched for': {
      at: linkTo(pages.staffOrders),
      steps: [open, press('Client'), press('Harbour Telecom · Simwright')],
      shows: 'Order for $150.71',
    },
    'without the list of clients': {
      as: { holds: ['Admin_Order_View', 'Admin_Order_Edit'] },
      steps: [open],
      shows: 'The ID of the enterprise account.',
    },
    'the price is not there yet': { answers: [wait(staffOrder.quote)], steps: [open], shows: SKELETON },
    'the price has changed': {
      answers: [refuse(staffOrder.add, 'order_price_changed')],
      steps: [open, press('Order for $150.71')],
      shows: /^The price has changed/,
    },
    ordered: {
      answers: [
        answer(staffOrder.add, { id: sampleOrder.id, code: sampleOrder.code, state: 'UNPAID' }),
        answer(staffOrder.get, placed),
      ],
      steps: [open, press('Order for $150.71')],
      shows: 'The client has not uploaded proof yet.',
    },
    longest: {
      answers: [
        answer(clients.get, { ...client, name: unbrokenText(128), platform: unbrokenText(40) }),
        answer(clients.list, pageOf([])),
        answer(staffOrder.quote, {
          ...quote,
          frozen: [{ what: 'configurations', used: 12, max: 3, names: ['Lab Berlin', unbrokenText(64)] }],
        }),
      ],
      steps: [open],
      shows: 'This would be frozen',
    },
    phone: { steps: [open], shows: 'Discount SPRING, 15%' },
  },
})
