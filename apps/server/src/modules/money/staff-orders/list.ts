import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import { BANK_TRANSFER } from '@simwright/contract/money/order'
import type * as contract from '@simwright/contract/money/staff-order'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { StaffOrdersServer as Server } from '../../../port/module.ts'
import { platformOf } from '../../platform/brand/service.ts'
import { type OrderRow, selectOrder, stateAt } from '../../platform/plans/service.ts'
import { listInvoices } from '../invoices/service.ts'
import { orderOf, readOrder } from '../orders/service.ts'
import { readProof } from '../transfers/service.ts'
import {
  type ClientRecord,
  countStaffOrders,
  countWaiting,
  type StaffOrderRecord,
  selectClientOf,
  selectStaffOrders,
} from './queries.ts'

/** The orders of all enterprise accounts. */
export async function listOrders(
  server: Server,
  { filter: given, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const scope = ['staff orders', given]
  const keyset = readCursor(cursor, scope)
  const filter = { ...given, at: server.clock.now() }
  const { rows, counted } = await server.db.systemTx(async (db) => ({
    rows: await selectStaffOrders(db, { filter, keyset, limit }),
    counted: await countStaffOrders(db, filter),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.created_at.toISOString(), id: last.id }, scope))
  const itemOf = (row: StaffOrderRecord) => ({
    ...orderOf(row, filter.at),
    ...clientOf(server, row.enterprise_id, row),
  })
  return { items: page.items.map(itemOf), next: page.next, ...capTotal(counted) }
}

const clientOf = (server: Server, enterpriseId: string, { name, platform_id }: ClientRecord) => ({
  enterpriseId,
  enterprise: name,
  platform: platformOf(server, platform_id).app_name,
})

export async function readWaiting(server: Server): Promise<contract.WaitingOrders> {
  const { pending, unpaid, wait_active } = await server.db.systemTx((db) => countWaiting(db, server.clock.now()))
  return { pending, unpaid, waitActive: wait_active }
}

/** The number of documents that an order can have is small: an invoice, and a credit note for each refund. */
const INVOICES_SHOWN = 50

/** @throws Problem not_found */
export async function readOne(
  server: Server,
  { id }: ParsedInputOf<typeof contract.get>,
): Promise<contract.StaffOrderDetail> {
  const client = await server.db.systemTx((db) => selectClientOf(db, id))
  if (!client) throw new Problem('not_found')
  const { enterprise_id: enterpriseId, platform_id: platformId } = client
  const detail = await readOrder(server, { enterpriseId, platformId }, id)
  const { items: invoices } = await listInvoices(server, enterpriseId, {
    filter: { orderId: id },
    limit: INVOICES_SHOWN,
  })
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const order = await selectOrder(db, id)
    if (!order) throw new Problem('not_found')
    return {
      ...detail,
      ...clientOf(server, enterpriseId, client),
      proof: await readProof(db, id),
      invoices,
      overageFactor: order.extra_download_cents === null ? null : order.overage_factor,
      paymentReference: order.payment_reference,
      actions: actionsOf(order, server.clock.now()),
    }
  })
}

/** What staff can do with an order. */
function actionsOf(order: OrderRow, at: Date): contract.StaffAction[] {
  const { payment_method, paid_cents: paid, refunded_cents: refunded, extra_download_cents: extraCents } = order
  const isTransfer = order.kind === 'BOUGHT' && payment_method === BANK_TRANSFER
  const state = stateAt(order, at)
  const isOpen = state === 'UNPAID' || state === 'PENDING_CONFIRMATION'
  return [
    ...(isTransfer && isOpen ? (['CONFIRM'] as const) : []),
    ...(isTransfer && state === 'PENDING_CONFIRMATION' ? (['REJECT'] as const) : []),
    ...(isTransfer && paid > refunded ? (['REFUND'] as const) : []),
    ...(state === 'ACTIVE' && order.downloads !== null && extraCents !== null ? (['RAISE_CAP'] as const) : []),
  ]
}
