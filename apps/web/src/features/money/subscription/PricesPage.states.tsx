import * as order from '@simwright/contract/money/order'
import * as plans from '@simwright/contract/platform/plan'
import { linkTo, publicPages } from '../../../paths.ts'
import { answer, fail, wait } from '../../../states/answer.ts'
import { userPlan } from '../../../states/frame-answers.ts'
import { sampleNotSold, sampleSubscription } from '../../../states/sample-money.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, press, see } from '../../../states/step.ts'

const sold = (name: plans.PlanName, monthlyCents: number, features: plans.PlanFeature[]): plans.Plan => ({
  name,
  limits: { ...userPlan.limits, downloads: 100, features },
  monthlyCents,
  annualCents: plans.annualCents(monthlyCents),
  extraDownloadCents: 60,
  tiers: [500, 1000, 5000].map((downloads) => ({ downloads, monthlyCents: (monthlyCents * downloads) / 200 })),
})

const all = [...plans.planFeatures]
const offered = [sold('BASIC', 9_900, []), sold('PRO', 14_900, all), sold('PREMIUM', 23_900, all)]
const longest = offered.map(
  (plan): plans.Plan => ({
    ...plan,
    limits: { ...plan.limits, downloads: 1_000_000, configurationTypes: [...plans.planTypes] },
    monthlyCents: 10_000_000,
    annualCents: plans.annualCents(10_000_000),
    tiers: Array.from({ length: plans.TIERS_MAX }, () => ({ downloads: 1_000_000, monthlyCents: 10_000_000 })),
  }),
)

listStates({
  name: 'Prices',
  at: linkTo(publicPages.prices),
  as: 'guest',
  answers: [answer(plans.prices, { plans: offered })],
  states: {
    loading: { answers: [wait(plans.prices)], shows: SKELETON },
    empty: { answers: [answer(plans.prices, { plans: [] })], shows: 'No plans are offered' },
    failed: { answers: [fail(plans.prices)], shows: 'This could not be loaded' },
    full: { shows: '$1,609 a year' },
    annually: { steps: [press('Annual, 10% off')], shows: '$149 a month, paid monthly' },
    'signed in': { as: 'owner', answers: [answer(order.subscription, sampleSubscription)], shows: 'Choose PREMIUM' },
    'signed in, and nothing is sold yet': {
      as: 'owner',
      answers: [answer(order.subscription, sampleNotSold)],
      steps: [see('$1,609 a year'), absent('Choose PREMIUM')],
      shows: 'Plans cannot be bought here yet',
    },
    longest: { answers: [answer(plans.prices, { plans: longest })], shows: 'PREMIUM' },
    phone: { shows: '$1,609 a year' },
  },
})
