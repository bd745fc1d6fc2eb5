import * as orders from '@simwright/contract/money/order'
import * as stripe from '@simwright/contract/money/stripe'
import * as plans from '@simwright/contract/platform/plan'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, wait } from '../../../states/answer.ts'
import { contactIs, portal } from '../../../states/contact.ts'
import { userPlan } from '../../../states/frame-answers.ts'
import { hoursAgo, longText, sampleId } from '../../../states/sample.ts'
import {
  sampleCancelPreview,
  sampleCard,
  sampleDue,
  sampleNext,
  sampleNotSold,
  sampleSubscription,
} from '../../../states/sample-money.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, press, type Step, see } from '../../../states/step.ts'

const offered = (name: plans.PlanName, monthlyCents: number): plans.Plan => ({
  name,
  limits: userPlan.limits,
  monthlyCents,
  annualCents: monthlyCents * 10,
  extraDownloadCents: 60,
  tiers: [{ downloads: 500, monthlyCents: monthlyCents * 2 }],
})

const demo: plans.UserPlan = {
  ...userPlan,
  plan: 'DEMO',
  kind: 'BASE',
  endsAt: null,
  order: 'none',
  text: 'There is no order.',
  trial: { state: 'available', days: 15, daysLeft: 0, refusal: null },
  downloads: { total: 1, used: 0, available: 1, exceeded: 0, installations: 0, extraDownloadCents: null },
  samples: true,
}

const trial: plans.UserPlan = {
  ...demo,
  kind: 'TRIAL',
  plan: 'PRO',
  order: 'running',
  text: null,
  endsAt: hoursAgo(-100),
  trial: { state: 'running', days: 15, daysLeft: 4, refusal: null },
}

const nothingBought: orders.Subscription = {
  ...sampleSubscription,
  orderId: null,
  periodEndsAt: null,
  operations: ['BUY'],
}

const SCROLL_HINT = 'Scroll sideways to see all plans.'

const oneTrial: Step = async (until) => {
  const buttons = () =>
    [...document.querySelectorAll('main button')].filter((one) => /free trial/.test(one.textContent))
  await until(() => (buttons().length === 1 ? true : undefined), 'one button that starts the trial')
}

/** The page has one primary button, with this name. */
const onePrimary =
  (name: string): Step =>
  async (until) => {
    const primary = () => [
      ...document.querySelectorAll('main .mantine-Button-root:is([data-variant=filled], :not([data-variant]))'),
    ]
    const names = () => primary().map(({ textContent }) => textContent)
    await until(() => (names().join() === name ? true : undefined), `one primary button, ${name}`)
  }

/** The names of the rows are at the same position after the plans were scrolled to the end. */
const rowNamesStay: Step = async (until) => {
  const row = await until(() => document.querySelector('main tbody th[scope=row]') ?? undefined, 'a row of the plans')
  const scroller = await until(() => row.closest('div') ?? undefined, 'what scrolls the plans')
  const { left } = row.getBoundingClientRect()
  scroller.scrollTo({ left: scroller.scrollWidth })
  const stays = () => scroller.scrollLeft > 0 && row.getBoundingClientRect().left === left
  await until(() => (stays() ? true : undefined), 'row names beside scrolled plans')
}

listStates({
  name: 'Subscription',
  at: linkTo(pages.subscription),
  answers: [
    answer(plans.list, { plans: [offered('BASIC', 9_900), offered('PRO', 14_900), offered('PREMIUM', 39_900)] }),
    answer(orders.subscription, sampleSubscription),
    answer(orders.cancelPreview, sampleCancelPreview),
    answer(stripe.card, sampleCard),
  ],
  states: {
    loading: { answers: [wait(plans.queryOrder), wait(plans.list), wait(orders.subscription)], shows: SKELETON },
    empty: {
      answers: [answer(plans.queryOrder, demo), answer(orders.subscription, nothingBought)],
      steps: [see('Members'), oneTrial, absent(SCROLL_HINT)],
      shows: 'Buy a plan',
    },
    'nothing is sold yet': {
      answers: [answer(plans.queryOrder, demo), answer(orders.subscription, { ...sampleNotSold, orderId: null })],
      steps: [see('$99'), see('What to set up before you sell plans'), absent('Buy a plan'), absent('Choose')],
      shows: 'Plans cannot be bought here yet',
    },
    'nothing is sold yet, and there is a contact': {
      answers: [answer(orders.subscription, { ...sampleNotSold, salesLack: ['PAYMENT'] })],
      steps: [see(/has not set up a way to pay\./)],
      shows: 'Ask the operator for a plan',
    },
    failed: {
      answers: [fail(plans.queryOrder), fail(plans.list), fail(orders.subscription)],
      shows: 'This could not be loaded',
    },
    refused: {
      answers: [
        answer(plans.queryOrder, {
          ...demo,
          trial: { state: 'unavailable', days: 15, daysLeft: 0, refusal: 'DOMAIN' },
        }),
      ],
      shows: /^Your company already used the free trial/,
    },
    'no link leads to a contact that is not there': {
      answers: [
        portal,
        answer(plans.queryOrder, { ...demo, trial: { ...demo.trial, state: 'unavailable', refusal: 'DOMAIN' } }),
      ],
      steps: [
        see('Contact'),
        see('Contact us to request one.'),
        contactIs(false),
        absent('Contact'),
        absent('Contact us to request one.'),
        contactIs(true),
      ],
      shows: 'Contact us to request one.',
    },
    full: { shows: 'Current plan' },
    'more members than the plan allows, and an invitation': {
      answers: [answer(plans.queryOrder, { ...userPlan, members: { used: 7, invited: 1, max: 5 } })],
      shows: '1 invited · 1 over the limit: frozen',
    },
    longest: {
      answers: [
        answer(plans.queryOrder, {
          ...userPlan,
          downloads: {
            total: 1_000_000,
            used: 9_999_999,
            available: 0,
            exceeded: 8_999_999,
            installations: 9_999_999,
            extraDownloadCents: 10_000_000,
          },
          members: { used: 100_000, invited: 50, max: 25 },
        }),
        answer(orders.subscription, {
          ...sampleSubscription,
          balanceCents: 10_000_000_000,
          graceEndsAt: hoursAgo(-500),
        }),
      ],
      shows: 'Current plan',
    },
    phone: { steps: [see(SCROLL_HINT), rowNamesStay], shows: 'Current plan' },
    canceled: {
      answers: [answer(orders.subscription, { ...sampleSubscription, autoRenew: false, cancelledAt: hoursAgo(30) })],
      shows: /is not renewed/,
    },
    'a smaller plan follows': {
      answers: [answer(orders.subscription, { ...sampleSubscription, operations: ['UPGRADE'], next: sampleNext })],
      shows: /^BASIC starts on/,
    },
    'one next step, the others in a menu': {
      answers: [answer(plans.queryOrder, { ...userPlan, kind: 'BOUGHT', endsAt: hoursAgo(-420) })],
      steps: [absent(/^Until/), see(/^Renews on/), onePrimary('Upgrade'), press('Change plan'), see('Renew now')],
      shows: 'Buy another plan',
    },
    'the next step of a plan that is not renewed': {
      answers: [answer(orders.subscription, { ...sampleSubscription, autoRenew: false })],
      steps: [onePrimary('Renew now'), press('Change plan')],
      shows: 'Upgrade',
    },
    'the next step of demo mode is the free trial': {
      answers: [answer(plans.queryOrder, demo), answer(orders.subscription, nothingBought)],
      steps: [onePrimary('Start free trial')],
      shows: 'Buy a plan',
    },
    'the next step of a free trial': {
      answers: [answer(plans.queryOrder, trial), answer(orders.subscription, nothingBought)],
      steps: [onePrimary('Buy a plan'), absent('Change plan'), absent('Auto-renew')],
      shows: /^Until/,
    },
    'an order waits for its payment': {
      answers: [
        answer(plans.queryOrder, trial),
        answer(orders.subscription, { ...nothingBought, nextOrderId: sampleId(640) }),
      ],
      steps: [onePrimary('Open order'), see('Buy a plan')],
      shows: /^Your order waits for its payment/,
    },
    'switch the renewal off': { steps: [press('Auto-renew')], shows: 'Cancel the subscription?' },
    'cancel the subscription': {
      steps: [press('Cancel subscription'), see('Cancel the subscription?')],
      shows: 'This would be frozen',
    },
    'cancel the subscription: nothing would be frozen': {
      answers: [answer(orders.cancelPreview, { ...sampleCancelPreview, frozen: [] })],
      steps: [press('Auto-renew')],
      shows: /You do not exceed its other limits/,
    },
    'cancel the subscription: long lists': {
      answers: [
        answer(orders.cancelPreview, {
          ...sampleCancelPreview,
          frozen: (['configurations', 'configurationTypes', 'members', 'features', 'oplmn', 'fplmn'] as const).map(
            (what) => ({ what, used: 100_000, max: 1, names: Array.from({ length: 10 }, () => longText(64)) }),
          ),
        }),
      ],
      steps: [press('Auto-renew')],
      shows: 'This would be frozen',
    },
    'cancel the subscription: loading': {
      answers: [wait(orders.cancelPreview)],
      steps: [press('Auto-renew'), see('Cancel the subscription?')],
      shows: SKELETON,
    },
    'cancel the subscription: failed': {
      answers: [fail(orders.cancelPreview)],
      steps: [press('Auto-renew')],
      shows: 'This could not be loaded',
    },
    'a free trial runs': {
      answers: [answer(plans.queryOrder, trial)],
      shows: /4 days left/,
    },
    'cancel the free trial': {
      answers: [answer(plans.queryOrder, trial), answer(orders.subscription, nothingBought)],
      steps: [press('Cancel trial'), see('This would be frozen')],
      shows: 'Cancel the free trial?',
    },
    'the card was declined': {
      answers: [answer(orders.subscription, { ...sampleSubscription, due: sampleDue })],
      shows: 'The renewal is not paid',
    },
    'the card is not tried again': {
      answers: [
        answer(orders.subscription, {
          ...sampleSubscription,
          due: { ...sampleDue, failure: longText(300), nextRequestAt: null },
        }),
      ],
      shows: /^The card is not charged again/,
    },
    'extra downloads are not paid': {
      answers: [
        answer(orders.subscription, {
          ...sampleSubscription,
          paymentMethods: [1],
          due: { ...sampleDue, operation: 'OVERAGE', failure: null },
        }),
      ],
      shows: 'The extra downloads are not paid',
    },
    'no card is saved': { answers: [answer(stripe.card, { ...sampleCard, card: null })], shows: 'Save card' },
    'the card is loading': { answers: [wait(stripe.card)], shows: SKELETON },
    'the card could not be read': { answers: [fail(stripe.card)], shows: 'This could not be loaded' },
    'the card has expired, and payments are simulated': {
      answers: [
        answer(stripe.card, {
          ...sampleCard,
          card: { brand: 'mastercard', last4: '4444', expMonth: 1, expYear: 2020 },
          simulated: true,
        }),
      ],
      shows: /^Payments are simulated here/,
    },
    'remove the card': { steps: [press('Remove card')], shows: /^Remove Visa/ },
    suspended: { as: 'suspended owner', shows: /You can view everything and pay/ },
  },
})
