import { fault } from '../../../http/input.ts'
import type { StaffOrdersServer as Server } from '../../../port/module.ts'
import { selectPaidBy } from './queries.ts'

/**
 * Requires that no other order, of any client, was paid by this transfer.
 * @throws Problem invalid, which names the other order
 */
export async function requireNewTransfer(
  server: Server,
  transfer: { orderId: string; bank: string; reference: string },
): Promise<void> {
  const code = await server.db.systemTx((db) => selectPaidBy(db, transfer))
  if (code === undefined) return
  const text = `Order ${code} was paid by this transfer. If this is another one, add its number or day to the reference.`
  throw fault('fields.reference', 'taken', text)
}
