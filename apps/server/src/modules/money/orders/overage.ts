import type { PriceLine } from '@simwright/contract/money/price'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import {
  addBalance,
  changeBilledExtra,
  type OrderRow,
  scheduleOrder,
  selectOrdersIn,
  sumReturnedExtra,
  usageOf,
} from '../../platform/plans/service.ts'
import type { Overage } from './price.ts'

/** What was used beyond the downloads of an order. */
const extraOf = (order: OrderRow) => (order.extra_download_cents === null ? 0 : usageOf(order).exceeded)

/** `creditCents` were added to the credit of the enterprise account. */
type Unbilled = { overage: Overage[]; creditCents: number }

/**
 * What exceeds the downloads of orders and is not billed yet. A download that failed after it was billed becomes credit
 * here, unless all the money of the order that billed it was returned.
 * The caller holds the lock of the enterprise account, and has read the orders in it (`WorkOrders.extra`).
 */
export async function unbilledOverage(
  db: TenantDb,
  { orders, at }: { orders: readonly OrderRow[]; at: Date },
): Promise<Unbilled> {
  const overage: Overage[] = []
  let creditCents = 0
  for (const order of orders) {
    const quantity = extraOf(order) - order.billed_extra
    const unitCents = order.extra_download_cents ?? 0
    if (quantity < 0) {
      await changeBilledExtra(db, { code: order.code, by: quantity })
      const returned = await sumReturnedExtra(db, order.code)
      const paid = Math.max(0, order.billed_extra - returned)
      creditCents += Math.min(-quantity, paid) * unitCents
    }
    const dimension = order.billing_dimension === 1 ? 1 : 0
    if (quantity > 0) overage.push({ orderCode: order.code, dimension, quantity, unitCents })
  }
  await addBalance(db, { at }, creditCents)
  return { overage, creditCents }
}

/** Marks what the lines of an order bill. */
export async function billExtra(db: TenantDb, lines: readonly PriceLine[]): Promise<void> {
  for (const { orderCode: code, quantity: by } of overageLines(lines)) await changeBilledExtra(db, { code, by })
}

/** Marks what the lines of an order no longer bill, because it is closed. The renewal work then bills it again. */
export async function unbillExtra(
  db: TenantDb,
  { lines, at }: { enterpriseId: EnterpriseId; lines: readonly PriceLine[]; at: Date },
): Promise<void> {
  const ended = await selectOrdersIn(db, ['EXPIRED'])
  for (const { orderCode: code, quantity } of overageLines(lines)) {
    await changeBilledExtra(db, { code, by: -quantity })
    const order = ended.find((other) => other.code === code)
    if (order) await scheduleOrder(db, order, at)
  }
}

const overageLines = (lines: readonly PriceLine[]) => lines.filter((line) => line.kind === 'OVERAGE')
