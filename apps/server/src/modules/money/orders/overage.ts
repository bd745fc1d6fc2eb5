import type { PriceLine } from '@simwright/contract/money/price'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { addBalance, changeBilledExtra, type OrderRow, selectExtra, usedOf } from '../../platform/plans/service.ts'
import type { Overage } from './price.ts'

/** What was used beyond the downloads of an order. */
const extraOf = (order: OrderRow) =>
  order.downloads === null || order.extra_download_cents === null ? 0 : Math.max(0, usedOf(order) - order.downloads)

/**
 * What exceeds the downloads of orders and is not billed yet. A download that failed after it was billed becomes credit here.
 * The caller holds the lock of the enterprise account.
 */
export async function unbilledOverage(
  db: TenantDb,
  { enterpriseId, at }: { enterpriseId: EnterpriseId; at: Date },
): Promise<Overage[]> {
  const overage: Overage[] = []
  for (const order of await selectExtra(db, enterpriseId)) {
    const quantity = extraOf(order) - order.billed_extra
    const unitCents = order.extra_download_cents ?? 0
    if (quantity < 0) {
      await changeBilledExtra(db, enterpriseId, { code: order.code, by: quantity })
      await addBalance(db, { enterpriseId, at }, -quantity * unitCents)
    }
    const dimension = order.billing_dimension === 1 ? 1 : 0
    if (quantity > 0) overage.push({ orderCode: order.code, dimension, quantity, unitCents })
  }
  return overage
}

/** Marks what the lines of an order bill, or no longer bill. */
export async function billExtra(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  lines: readonly PriceLine[],
  sign: 1 | -1 = 1,
): Promise<void> {
  for (const line of lines)
    if (line.kind === 'OVERAGE')
      await changeBilledExtra(db, enterpriseId, { code: line.orderCode, by: sign * line.quantity })
}
