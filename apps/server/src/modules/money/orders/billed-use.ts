import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type OrderRow, selectOrdersIn, usageOf } from '../../platform/plans/service.ts'
import { selectOverageLines } from '../invoices/service.ts'

type Period = { orderCode: string; plan: string; from: string; to: string; isCurrent: boolean }

/** The periods of the plans that an enterprise account had or has, newest first. An order without an end lasts until now. */
export async function listBillingPeriods(db: TenantDb, enterpriseId: EnterpriseId, at: Date): Promise<Period[]> {
  const orders = await selectPlanOrders(db, enterpriseId, at)
  return orders.map((order) => periodOf(order, at)).sort((one, other) => other.from.localeCompare(one.from))
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
  enterpriseId: EnterpriseId,
  { orderCode, at }: { orderCode: string; at: Date },
): Promise<BilledUse | undefined> {
  const order = (await selectPlanOrders(db, enterpriseId, at)).find(({ code }) => code === orderCode)
  if (!order) return undefined
  const { used, exceeded } = usageOf(order)
  return {
    ...periodOf(order, at),
    counts: order.billing_dimension === 1 ? 'installations' : 'downloads',
    used,
    included: order.downloads,
    extra: exceeded,
    billed: await selectOverageLines(db, enterpriseId, orderCode),
  }
}

/** Orders that were active, without those that only bill what exceeded another. */
async function selectPlanOrders(db: TenantDb, enterpriseId: EnterpriseId, at: Date): Promise<OrderRow[]> {
  const orders = await selectOrdersIn(db, enterpriseId, ['ACTIVE', 'EXPIRED'])
  return orders.filter((order) => order.operation !== 'OVERAGE' && order.starts_at < at)
}

function periodOf({ code: orderCode, plan, starts_at: from, ends_at: end }: OrderRow, at: Date): Period {
  const to = end ?? at
  return { orderCode, plan, from: from.toISOString(), to: to.toISOString(), isCurrent: end === null || end > at }
}
