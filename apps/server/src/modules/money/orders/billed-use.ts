import type { TenantDb } from '../../../db/database.ts'
import { type OrderRow, selectOrdersIn, usageOf } from '../../platform/plans/service.ts'
import { selectOverageLines } from '../invoices/service.ts'

type Period = { orderCode: string; plan: string; from: string; to: string; isCurrent: boolean }

/** The periods of the plans that an enterprise account had or has, newest first. An order without an end lasts until now. */
export async function listBillingPeriods(db: TenantDb, at: Date): Promise<Period[]> {
  const planned = await selectPlanned(db, at)
  return planned.map(({ period }) => period).reverse()
}

type BilledUse = Period & {
  counts: 'downloads' | 'installations'
  used: number
  included: number | null
  extra: number
  billed: { number: string; quantity: number }[]
}

/** What the plan of an order counts, and the lines of invoices that bill what exceeds it. Undefined for an unknown order. */
export async function readBilledUse(
  db: TenantDb,
  { orderCode, at }: { orderCode: string; at: Date },
): Promise<BilledUse | undefined> {
  const planned = (await selectPlanned(db, at)).find(({ order }) => order.code === orderCode)
  if (!planned) return undefined
  const { order, period } = planned
  const { used, exceeded } = usageOf(order)
  return {
    ...period,
    counts: order.billing_dimension === 1 ? 'installations' : 'downloads',
    used,
    included: order.downloads,
    extra: exceeded,
    billed: await selectOverageLines(db, orderCode),
  }
}

type Planned = { order: OrderRow; period: Period }

/** Orders that were active with their periods, oldest first, without those that only bill what exceeded another. */
async function selectPlanned(db: TenantDb, at: Date): Promise<Planned[]> {
  const orders = (await selectOrdersIn(db, ['ACTIVE', 'EXPIRED', 'WAIT_ACTIVE']))
    .filter(({ operation }) => operation !== 'OVERAGE')
    .sort((one, other) => chargedFrom(one).getTime() - chargedFrom(other).getTime())
  return orders
    .map((order, index) => ({ order, period: periodOf(order, orders[index + 1], at) }))
    .filter(({ order }) => chargedFrom(order) < at)
}

/** When an order began to be charged: one that was paid late starts in the past, but what was used by then is of the order before. */
const chargedFrom = ({ starts_at: startsAt, paid_at: paidAt }: OrderRow): Date =>
  paidAt !== null && paidAt > startsAt ? paidAt : startsAt

/** The time in which downloads were charged to an order. */
function periodOf(order: OrderRow, next: OrderRow | undefined, at: Date): Period {
  const end = endOf(order, next, at)
  return {
    orderCode: order.code,
    plan: order.plan,
    from: chargedFrom(order).toISOString(),
    to: (end ?? at).toISOString(),
    isCurrent: end === null || end > at,
  }
}

/**
 * An order is charged until the next one is, if that follows without a gap. The days of grace count once they have come. A
 * trial may go on after the plan that replaced it.
 */
function endOf({ kind, ends_at: end, period_ends_at: periodEnd }: OrderRow, next: OrderRow | undefined, at: Date) {
  if (next && end !== null && kind !== 'TRIAL' && next.starts_at <= end) return chargedFrom(next)
  return end !== null && periodEnd !== null && at < periodEnd && periodEnd < end ? periodEnd : end
}
