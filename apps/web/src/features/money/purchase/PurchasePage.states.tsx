import * as order from '@simwright/contract/money/order'
import * as stripe from '@simwright/contract/money/stripe'
import * as legal from '@simwright/contract/platform/legal'
import * as plans from '@simwright/contract/platform/plan'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, late, refuse, wait } from '../../../states/answer.ts'
import { userPlan } from '../../../states/frame-answers.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import {
  sampleDetail,
  sampleLines,
  sampleNext,
  sampleNotSold,
  sampleRecipient,
  sampleSubscription,
  sampleUnpaid,
  sampleUnpaidByCard,
} from '../../../states/sample-money.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, disabled, press, type Step, see, type, wayBack } from '../../../states/step.ts'
import { legalTexts } from '../../../texts/legal.ts'

const offered = (name: plans.PlanName, monthlyCents: number): plans.Plan => ({
  name,
  limits: { ...userPlan.limits, downloads: 100 },
  monthlyCents,
  annualCents: plans.annualCents(monthlyCents),
  extraDownloadCents: 60,
  tiers: [{ downloads: 500, monthlyCents: monthlyCents * 2 }],
})

const quote: order.Quote = {
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

const inTrial: plans.UserPlan = {
  ...userPlan,
  kind: 'TRIAL',
  trial: { state: 'running', days: 15, daysLeft: 12, refusal: null },
}

const noCheckbox: Step = async (until) => {
  await until(() => document.querySelector('main input[type=checkbox]') === null || undefined, 'no box to tick')
}

const terms = answer(legal.current, { texts: [{ kind: 'TERMS', version: 2 }] })
const lateTerms = late(terms)

const wrongCode = (path: string) => ({ path, rule: 'unknown', text: 'There is no such code.' })

const at = (operation: 'buy' | 'upgrade' | 'renew') => linkTo(pages.purchase, { params: { operation } })

const streetHasFocus: Step = async (until) => {
  const isFocused = () => document.activeElement?.getAttribute('autocomplete') === 'street-address' || undefined
  await until(isFocused, 'the focus on the street')
}

const answers = [
  answer(plans.list, { plans: [offered('BASIC', 9900), offered('PRO', 14_900), offered('PREMIUM', 23_900)] }),
  answer(order.subscription, sampleSubscription),
  answer(order.quote, quote),
]

listStates({
  name: 'Purchase',
  at: at('buy'),
  answers,
  states: {
    loading: { answers: [wait(plans.list)], shows: SKELETON },
    empty: {
      answers: [answer(order.subscription, sampleNotSold)],
      steps: [see('Plans cannot be bought here yet'), absent(/^Order for/)],
      shows: /has not set up a way to pay and a contact\./,
    },
    failed: { answers: [fail(order.subscription)], shows: 'This could not be loaded' },
    full: { steps: [wayBack('Subscription')], shows: 'Discount SPRING, 15%' },
    'no recipient yet': {
      answers: [
        answer(order.subscription, {
          ...sampleSubscription,
          ordered: null,
          billedTo: { ...sampleRecipient, street: '', city: '', country: '' },
        }),
      ],
      shows: 'Tax is added when a country is selected.',
    },
    'a field that is missing has the focus': {
      answers: [answer(order.subscription, { ...sampleSubscription, billedTo: { ...sampleRecipient, street: '' } })],
      steps: [press('Order for $150.71'), streetHasFocus],
      shows: 'Required',
    },
    'another number than for VAT': {
      steps: [type('VAT or tax number', '12/345/67890')],
      shows: 'Not a VAT number of this country, such as DE123456789: tax is charged.',
    },
    'without the permission': {
      as: { holds: ['Order_View', 'Subscription_View'] },
      shows: /^You can see the orders/,
    },
    suspended: { as: 'suspended owner', shows: 'Discount SPRING, 15%' },
    'the price is not there yet': { answers: [wait(order.quote)], shows: SKELETON },
    'the price could not be read': { answers: [fail(order.quote)], shows: 'This could not be loaded' },
    refused: {
      answers: [refuse(order.quote, 'order_waiting', { values: { code: '20261122231653060947' } })],
      shows: 'This cannot be ordered now',
    },
    'a wrong discount code': {
      answers: [refuse(order.quote, 'invalid', { faults: [wrongCode('discountCode')] })],
      steps: [type('Discount code', 'SUMER'), see('There is no such code.'), absent(/^Complete the form/)],
      shows: 'Discount code: There is no such code.',
    },
    'something would be frozen': {
      answers: [
        answer(order.quote, {
          ...quote,
          frozen: [
            { what: 'configurations', used: 12, max: 3, names: ['Lab Berlin', unbrokenText(64)] },
            { what: 'members', used: 4, max: 1, names: ['Grace Hopper', 'Mary Jackson', 'Dorothy Vaughan'] },
          ],
        }),
      ],
      shows: 'This would be frozen',
    },
    longest: {
      answers: [
        answer(order.subscription, {
          ...sampleSubscription,
          billedTo: { ...sampleSubscription.billedTo, company: unbrokenText(128), street: unbrokenText(200) },
        }),
      ],
      shows: 'Discount SPRING, 15%',
    },
    'no terms are published': {
      steps: [see('Discount SPRING, 15%'), noCheckbox],
      shows: 'Order for $150.71',
    },
    'the terms must be accepted': {
      answers: [terms],
      steps: [see(/^I have read and accept the/), press('Order for $150.71')],
      shows: legalTexts.consent.required,
    },
    'before it is known whether there are terms to accept': {
      answers: [lateTerms],
      steps: [disabled('Order for $150.71'), lateTerms.arrive, press('Order for $150.71')],
      shows: legalTexts.consent.required,
    },
    'an order waits for its payment': {
      answers: [answer(order.subscription, { ...sampleSubscription, nextOrderId: sampleId(640) })],
      steps: [see('An order already waits'), see('Open order'), press('Order for $150.71')],
      shows: 'Place another order?',
    },
    'during the free trial': {
      answers: [
        answer(plans.queryOrder, inTrial),
        answer(order.subscription, { ...sampleSubscription, orderId: null, ordered: null }),
      ],
      shows: 'This order ends your free trial now',
    },
    'during the free trial, by bank transfer': {
      answers: [
        answer(plans.queryOrder, inTrial),
        answer(order.subscription, { ...sampleSubscription, orderId: null, ordered: null }),
      ],
      steps: [press(/^Bank transfer/)],
      shows: 'This order ends your free trial when the transfer is confirmed',
    },
    phone: { shows: 'Discount SPRING, 15%' },
  },
})

listStates({
  name: 'Upgrade of a plan',
  at: at('upgrade'),
  answers,
  states: {
    full: { shows: 'Upgrade the plan' },
    'an order has not started': {
      answers: [answer(order.subscription, { ...sampleSubscription, next: sampleNext })],
      shows: /^Order 20261122231653060947 for BASIC has not started/,
    },
    phone: { shows: 'Upgrade the plan' },
  },
})

listStates({
  name: 'Renewal of a plan',
  at: at('renew'),
  answers,
  states: { full: { shows: 'Renew the plan' }, phone: { shows: 'Renew the plan' } },
})

listStates({
  name: 'Order received',
  at: linkTo(pages.orderSuccess, { search: { open: sampleId(1800) } }),
  answers: [answer(order.get, sampleUnpaid)],
  states: {
    loading: { answers: [wait(order.get)], shows: SKELETON },
    refused: { answers: [refuse(order.get, 'not_found')], shows: 'Order not found' },
    failed: { answers: [fail(order.get)], shows: 'This could not be loaded' },
    full: {
      steps: [see('Pay by bank transfer'), see(/upload your bank's confirmation .* Without it, the order closes/)],
      shows: 'Upload proof of transfer',
    },
    'the proof was uploaded': {
      answers: [answer(order.get, { ...sampleUnpaid, state: 'PENDING_CONFIRMATION', expiresAt: null })],
      steps: [absent('Upload proof of transfer')],
      shows: 'Open order',
    },
    paid: { answers: [answer(order.get, sampleDetail)], shows: 'Thank you. The plan is active.' },
    phone: { shows: 'Pay by bank transfer' },
  },
})

listStates({
  name: 'Back from the payment page',
  at: linkTo(pages.orderSuccess, { search: { open: sampleId(1800) } }),
  answers: [answer(order.get, sampleUnpaidByCard), answer(stripe.status, { state: 'WAITING', failure: null })],
  states: {
    loading: { answers: [wait(stripe.status)], shows: SKELETON },
    failed: { answers: [fail(stripe.status)], shows: 'This could not be loaded' },
    full: { shows: 'Waiting for payment' },
    'nothing was paid': {
      answers: [answer(stripe.status, { state: 'NONE', failure: null })],
      shows: 'Not paid yet',
    },
    'the page has closed': {
      answers: [answer(stripe.status, { state: 'EXPIRED', failure: null })],
      shows: /^The payment page has closed/,
    },
    declined: {
      answers: [answer(stripe.status, { state: 'FAILED', failure: 'Your card was declined.' })],
      shows: 'The card was not charged',
    },
    'the payment has arrived': {
      answers: [answer(stripe.status, { state: 'PAID', failure: null })],
      shows: 'Payment received',
    },
    'the payment goes back': {
      answers: [answer(stripe.status, { state: 'RETURNED', failure: null })],
      shows: 'Payment refunded',
    },
    longest: {
      answers: [answer(stripe.status, { state: 'FAILED', failure: longText(300) })],
      shows: 'The card was not charged',
    },
    phone: { shows: 'Waiting for payment' },
  },
})
