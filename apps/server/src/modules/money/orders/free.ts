import type { TenantDb } from '../../../db/database.ts'
import type { OrdersServer as Server } from '../../../port/module.ts'
import type { OrderActor, OrderRow } from '../../platform/plans/service.ts'
import { settlePayment } from './settlement.ts'

/** An order of zero needs no payment. Its renewal costs something, so it keeps the payment method that was chosen. */
export async function settleFree(server: Server, db: TenantDb, order: OrderRow, actor: OrderActor): Promise<void> {
  const { enterprise_id: enterpriseId, id: orderId, currency } = order
  const method = order.payment_method === 1 ? 1 : 0
  const payment = { reference: `free ${orderId}`, method, cents: 0, currency, channel: '', actor } as const
  const settled = await settlePayment(server, db, { enterpriseId, orderId, ...payment })
  if (settled !== 'applied') throw new Error(`order ${orderId} of zero was not accepted: ${settled}`)
}
