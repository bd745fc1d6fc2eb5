import { Problem } from '@simwright/contract'
import { BANK_TRANSFER } from '@simwright/contract/money/order'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { StaffOrdersServer as Server } from '../../../port/module.ts'
import { type OrderRow, readEntitlement, selectOrder } from '../../platform/plans/service.ts'

type OrderKey = { enterpriseId: EnterpriseId; id: string }

/** An order, with the lock of its enterprise account until the transaction ends. @throws Problem not_found */
export async function lockOrder(server: Server, db: TenantDb, { id }: OrderKey): Promise<OrderRow> {
  await readEntitlement(server, db, { enterpriseId: db.enterpriseId, at: server.clock.now(), lock: 'locked' })
  const order = await selectOrder(db, id)
  if (!order) throw new Problem('not_found')
  return order
}

/** The same for an order that is paid by bank transfer. @throws Problem not_found, not_by_transfer */
export async function lockTransferOrder(server: Server, db: TenantDb, key: OrderKey): Promise<OrderRow> {
  const order = await lockOrder(server, db, key)
  if (order.kind !== 'BOUGHT' || order.payment_method !== BANK_TRANSFER) throw new Problem('not_by_transfer')
  return order
}
