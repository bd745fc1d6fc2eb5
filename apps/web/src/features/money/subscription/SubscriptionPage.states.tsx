import * as orders from '@simwright/contract/money/order'
import * as plans from '@simwright/contract/platform/plan'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, wait } from '../../../states/answer.ts'
import { userPlan } from '../../../states/frame-answers.ts'
import { hoursAgo, sampleId } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

const offered = (name: plans.PlanName, monthlyCents: number): plans.Plan => ({
  name,
  limits: userPlan.limits,
  monthlyCents,
  annualCents: monthlyCents * 10,
  extraDownloadCents: 60,
  tiers: [{ downloads: 500, monthlyCents: monthlyCents * 2 }],
})

const order: orders.Order = {
  id: sampleId(1800),
  code: '20261122231653060947',
  kind: 'BOUGHT',
  operation: 'BUY',
  plan: 'PRO',
  state: 'ACTIVE',
  billingType: 'MONTHLY',
  billingDimension: 0,
  paymentMethod: 0,
  amountCents: 14_900,
  originalCents: 14_900,
  discountCents: 0,
  taxCents: 0,
  paidCents: 14_900,
  refundedCents: 0,
  currency: 'USD',
  quantity: 1,
  paidAt: hoursAgo(300),
  paymentChannel: 'visa 4242',
  expiresAt: null,
  startsAt: hoursAgo(300),
  endsAt: hoursAgo(-420),
  downloads: 10_000,
  usedDownloads: 3_120,
  unusedDownloads: 6_880,
  installations: 2_981,
  createdAt: hoursAgo(300),
}

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

listStates({
  name: 'Subscription',
  at: linkTo(pages.subscription),
  answers: [
    answer(plans.list, { plans: [offered('BASIC', 9_900), offered('PRO', 14_900), offered('PREMIUM', 39_900)] }),
    answer(orders.query, pageOf([order, { ...order, id: sampleId(1801), state: 'EXPIRED' }])),
  ],
  states: {
    loading: { answers: [wait(plans.queryOrder), wait(plans.list), wait(orders.query)], shows: SKELETON },
    empty: { answers: [answer(plans.queryOrder, demo), answer(orders.query, pageOf([]))], shows: 'No orders yet' },
    failed: {
      answers: [fail(plans.queryOrder), fail(plans.list), fail(orders.query)],
      shows: 'This could not be loaded',
    },
    refused: {
      answers: [
        answer(plans.queryOrder, {
          ...demo,
          trial: { state: 'unavailable', days: 15, daysLeft: 0, refusal: 'DOMAIN' },
        }),
      ],
      shows: /^Your company has used the free trial already/,
    },
    full: { shows: 'Current plan' },
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
          members: { used: 100_000, max: 25 },
        }),
        answer(orders.query, pageOf([{ ...order, amountCents: 10_000_000_000, usedDownloads: 10_000_000 }])),
      ],
      shows: 'Current plan',
    },
    phone: { shows: 'Current plan' },
    'a free trial runs': {
      answers: [
        answer(plans.queryOrder, {
          ...demo,
          kind: 'TRIAL',
          plan: 'PRO',
          order: 'running',
          text: null,
          endsAt: hoursAgo(-100),
          trial: { state: 'running', days: 15, daysLeft: 4, refusal: null },
        }),
      ],
      shows: /4 days left/,
    },
    suspended: {
      answers: [answer(plans.queryOrder, { ...userPlan, suspended: { reason: 'Unpaid since May.' } })],
      shows: /Unpaid since May\./,
    },
  },
})
