import {
  type OrderedPlan,
  type Purchase,
  type PurchaseOperation,
  type Subscription,
  soldPlans,
} from '@simwright/contract/money/order'
import type { Plan } from '@simwright/contract/platform/plan'
import { tiersOf } from '../../../money/plan-tiers.ts'

type SoldName = (typeof soldPlans)[number]

type Beginning = {
  operation: PurchaseOperation
  plans: readonly Plan[]
  subscription: Pick<Subscription, 'ordered' | 'paymentMethods' | 'billedTo'>
  /** The plan that the user chose in the comparison of plans. */
  wanted?: string | undefined
}

export const soldNameOf = (name: string | undefined): SoldName => soldPlans.find((sold) => sold === name) ?? 'PRO'

const rank = (name: string) => (soldPlans as readonly string[]).indexOf(name)

/** The plans that the operation can order: a renewal the same, an upgrade the same or a larger one. */
export function offeredPlans({ operation, plans, subscription: { ordered } }: Beginning): readonly Plan[] {
  if (ordered === null || operation === 'BUY') return plans
  return plans.filter(({ name }) => (operation === 'RENEW' ? name === ordered.plan : rank(name) >= rank(ordered.plan)))
}

/** What a purchase begins with: what the running plan was ordered with, as far as the operation allows. */
export function firstWish({ operation, plans, subscription, wanted }: Beginning): Purchase {
  const { ordered, paymentMethods, billedTo } = subscription
  const chosen = soldNameOf(operation === 'RENEW' ? ordered?.plan : wanted)
  const next = operation === 'UPGRADE' && ordered ? upgradeOf(ordered, plans, wanted) : undefined
  const paymentMethod = paymentMethods.find((method) => method === ordered?.paymentMethod) ?? paymentMethods[0] ?? 1
  return {
    operation,
    plan: chosen,
    downloads: closest(tiersIn(plans, chosen), ordered?.downloads ?? 0),
    billingType: ordered?.billingType ?? 'MONTHLY',
    ...next,
    billingDimension: ordered?.billingDimension ?? 0,
    paymentMethod,
    discountCode: '',
    billedTo,
  }
}

type Size = Pick<Purchase, 'plan' | 'downloads' | 'billingType'>

/** The next larger plan with as many downloads; of the largest plan more downloads, else a year. */
function upgradeOf(ordered: OrderedPlan, plans: readonly Plan[], wanted: string | undefined): Size {
  const { downloads, billingType } = ordered
  const isLarger = wanted !== undefined && rank(wanted) > rank(ordered.plan)
  const larger = isLarger ? soldNameOf(wanted) : soldPlans[rank(ordered.plan) + 1]
  if (larger !== undefined) return { plan: larger, downloads: closest(tiersIn(plans, larger), downloads), billingType }
  const more = tiersIn(plans, ordered.plan).find((tier) => tier > downloads)
  if (more !== undefined) return { plan: ordered.plan, downloads: more, billingType }
  return { plan: ordered.plan, downloads, billingType: 'ANNUALLY' }
}

function tiersIn(plans: readonly Plan[], name: string): number[] {
  const plan = plans.find((one) => one.name === name)
  return plan ? tiersOf(plan).map(({ downloads }) => downloads) : []
}

/** The tier with at least this many downloads, else the largest. */
const closest = (tiers: readonly number[], downloads: number): number =>
  tiers.find((tier) => tier >= downloads) ?? tiers.at(-1) ?? 100
