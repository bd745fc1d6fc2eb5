import type { Purchase, PurchaseOperation } from '@simwright/contract/money/order'
import { annualCents } from '@simwright/contract/platform/plan'
import type { TenantDb } from '../../../db/database.ts'
import { fault } from '../../../http/input.ts'
import { type OrderRow, type Running, type SoldPlan, soldPlans } from '../../platform/plans/service.ts'
import type { Item } from './price.ts'

const MONTHS = { MONTHLY: 1, ANNUALLY: 12 } as const

type Wish = Pick<Purchase, 'plan' | 'downloads' | 'billingType'>

/** Reads the price of what is wished from the plan table. @throws Problem invalid for downloads that are not offered */
export async function readItem(db: TenantDb, wish: Wish): Promise<{ item: Item; sold: SoldPlan }> {
  return itemOf(await soldPlans(db), wish)
}

/** The price of what is wished. @throws Problem invalid for downloads that are not offered */
export function itemOf(
  plans: readonly SoldPlan[],
  { plan, downloads, billingType }: Wish,
): { item: Item; sold: SoldPlan } {
  const sold = plans.find(({ name }) => name === plan)
  if (!sold) throw fault('plan', 'offered', 'This plan is not offered any more.')
  const tiers = [{ downloads: sold.limits.downloads, monthlyCents: sold.monthlyCents }, ...sold.tiers]
  const tier = tiers.find((offered) => offered.downloads === downloads)
  if (!tier) throw fault('downloads', 'offered', 'This number of downloads is not offered with this plan.')
  const cents = billingType === 'MONTHLY' ? tier.monthlyCents : annualCents(tier.monthlyCents)
  return { item: { plan, billingType, downloads, months: MONTHS[billingType], cents }, sold }
}

/** The operations that are possible now. */
export function operationsOf({ current, waiting }: Running): PurchaseOperation[] {
  const isBought = current?.kind === 'BOUGHT'
  return [
    ...(waiting ? [] : (['BUY'] as const)),
    ...(isBought ? (['UPGRADE'] as const) : []),
    ...(isBought && !waiting ? (['RENEW'] as const) : []),
  ]
}

/**
 * Checks that the operation fits the current order.
 * @throws Problem invalid, with what to do instead
 */
export function checkOperation({ operation, ...wish }: Purchase, { current }: Running): void {
  if (operation === 'BUY') return
  if (current?.kind !== 'BOUGHT')
    throw fault('operation', 'current', 'There is no plan that was bought. Buy one instead.')
  const size = compareSize(wish, current)
  if (operation === 'UPGRADE' && size <= 0) throw fault('plan', 'larger', NOT_LARGER)
  const isSame = wish.plan === current.plan && wish.downloads === current.tier_downloads
  if (operation === 'RENEW' && !isSame) throw fault('plan', 'same', NOT_SAME)
}

const NOT_LARGER = 'This is not more than the current plan. Buy it instead, and it starts when the current period ends.'
const NOT_SAME = 'A renewal has the same plan and downloads. Buy another plan instead.'

const PLAN_ORDER: readonly string[] = ['BASIC', 'PRO', 'PREMIUM']

/**
 * Whether a wish is larger (positive) or smaller (negative) than an order: a larger plan, else more downloads, else a longer
 * period. A larger plan with fewer downloads is an upgrade too.
 */
function compareSize(wish: Wish, order: OrderRow): number {
  const byPlan = PLAN_ORDER.indexOf(wish.plan) - PLAN_ORDER.indexOf(order.plan)
  if (byPlan !== 0) return byPlan
  const byDownloads = wish.downloads - (order.tier_downloads ?? Number.POSITIVE_INFINITY)
  if (byDownloads !== 0) return byDownloads
  return MONTHS[wish.billingType] - MONTHS[order.billing_type ?? 'MONTHLY']
}
