import { DiscountCode, type DiscountState } from '@simwright/contract/money/discount'
import type { BillingType } from '@simwright/contract/money/price'
import type { PlanName } from '@simwright/contract/platform/plan'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import { fault } from '../../../http/input.ts'
import { countUse, deleteUse, insertUse, type StoredDiscount, selectByCode, uncountUse, wasUsedBy } from './queries.ts'

type Purchase = {
  enterpriseId: EnterpriseId
  platformId: PlatformId
  /** As typed. */
  code: string
  plan: PlanName
  billingType: BillingType
  at: Date
}

/** What a code deducts: a percentage, or an amount in cents; the other is null. */
export type Discount = { id: string; code: string; percent: number | null; cents: number | null }

/**
 * What a code deducts from this purchase. It is used by `useDiscount`.
 * @throws Problem invalid with a fault in `discountCode` that says why the code cannot be used
 */
export async function readDiscount(db: TenantDb, purchase: Purchase): Promise<Discount> {
  const { data: code } = DiscountCode.safeParse(purchase.code)
  const found = code === undefined ? undefined : await selectByCode(db, { ...purchase, code })
  if (!found) throw refusal('unknown', 'There is no such code.')
  refuseUnusable(found, purchase)
  if (found.once_per_enterprise && (await wasUsedBy(db, found.id)))
    throw refusal('once', 'You have used this code already.')
  return { id: found.id, code: found.code, percent: found.percent, cents: found.cents }
}

const ended: Readonly<Record<Exclude<DiscountState, 'ACTIVE'>, string>> = {
  STOPPED: 'This code is not valid any more.',
  EXPIRED: 'This code has expired.',
  USED_UP: 'This code has been used up.',
}

function refuseUnusable({ state, plans, billing_types }: StoredDiscount, { plan, billingType }: Purchase): void {
  if (state !== 'ACTIVE') throw refusal(state.toLowerCase(), ended[state])
  if (plans.length > 0 && !plans.includes(plan))
    throw refusal('plan', `This code is not for the plan ${plan}, only for ${plans.join(', ')}.`)
  if (billing_types.length > 0 && !billing_types.includes(billingType))
    throw refusal('billing_type', `This code is only for ${billingType === 'ANNUALLY' ? 'monthly' : 'annual'} billing.`)
}

const refusal = (rule: string, text: string) => fault('discountCode', rule, text)

/**
 * Uses a code for an order, in the transaction that creates the order. The code stays locked until that transaction ends,
 * so a code is never used more often than it allows.
 * @returns false if it cannot be used any more
 */
export async function useDiscount(
  db: TenantDb,
  { discountId, orderId, at }: { discountId: string; orderId: string; at: Date },
): Promise<boolean> {
  const counted = await countUse(db, discountId, at)
  if (!counted) return false
  const use = { enterprise_id: db.enterpriseId, order_id: orderId, discount_id: discountId, used_at: at, ...counted }
  if (await insertUse(db, use)) return true
  await uncountUse(db, discountId)
  return false
}

/** Makes the code of an order usable again, when the order is closed unpaid. */
export async function returnDiscount(
  db: TenantDb,
  { orderId }: { enterpriseId: EnterpriseId; orderId: string },
): Promise<void> {
  const discountId = await deleteUse(db, orderId)
  if (discountId !== undefined) await uncountUse(db, discountId)
}
