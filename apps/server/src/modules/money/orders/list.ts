import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/order'
import { BANK_TRANSFER } from '@simwright/contract/money/order'
import { BilledTo } from '@simwright/contract/money/price'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { PlatformId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { SellingServer as Selling, OrdersServer as Server } from '../../../port/module.ts'
import {
  countOrders,
  type ListedOrder,
  type OrderRow,
  selectEvents,
  selectOrder,
  selectOrders,
  stateAt,
  usageOf,
} from '../../platform/plans/service.ts'
import { transferFor } from '../invoices/service.ts'
import { isCancelable } from './purchase.ts'

export async function listOrders(
  server: Server,
  { enterpriseId }: Who,
  input: ParsedInputOf<typeof contract.query>,
): Promise<OutputOf<typeof contract.query>> {
  const at = server.clock.now()
  const { filter, limit } = input
  const scope = ['orders', filter]
  const keyset = readCursor(input.cursor, scope)
  const asked = { ...filter, at }
  const { rows, counted } = await server.db.tenantTx(enterpriseId, async (db) => ({
    rows: await selectOrders(db, { ...asked, keyset, limit }),
    counted: await countOrders(db, asked),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.created_at.toISOString(), id: last.id }, scope))
  return { items: page.items.map((row) => orderOf(row, at)), next: page.next, ...capTotal(counted) }
}

/** @throws Problem not_found */
export async function readOrder(
  server: Selling,
  { enterpriseId, platformId }: Pick<Who, 'enterpriseId' | 'platformId'>,
  id: string,
): Promise<OutputOf<typeof contract.get>> {
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const order = await selectOrder(db, id)
    if (!order) throw new Problem('not_found')
    const events = await selectEvents(db, id)
    return {
      ...orderOf(order, at),
      lines: order.lines,
      transfer:
        order.state === 'UNPAID' && order.payment_method === BANK_TRANSFER
          ? await transferOf(db, platformId, order)
          : null,
      billedTo: order.billed_to === null ? null : BilledTo.parse(order.billed_to),
      events: events.map((event) => ({
        at: event.at.toISOString(),
        event: event.event as contract.OrderEventKind,
        state: event.state as contract.OrderEvent['state'],
        actor: event.actor,
        actorName: event.actor === 'MEMBER' ? (event.actor_name ?? '') : null,
        note: event.note,
      })),
      canPay: order.state === 'UNPAID',
      canPayByCard: order.state === 'UNPAID' && server.stripe.isOffered,
      canCancel: isCancelable(order),
    }
  })
}

async function transferOf(db: TenantDb, platformId: PlatformId, order: OrderRow) {
  const { code: orderCode, amount_cents: cents, currency } = order
  return (await transferFor(db, { platformId, orderCode, cents, currency })) ?? null
}

export function orderOf(row: ListedOrder, at: Date): contract.Order {
  return {
    id: row.id,
    code: row.code,
    kind: row.kind as contract.Order['kind'],
    operation: row.operation,
    plan: row.plan as contract.Order['plan'],
    state: stateAt(row, at),
    billingType: row.billing_type,
    billingDimension: row.billing_dimension === 1 ? 1 : 0,
    paymentMethod: row.payment_method as contract.Order['paymentMethod'],
    amountCents: row.amount_cents,
    originalCents: row.original_cents,
    discountCents: row.discount_cents,
    taxCents: row.tax_cents,
    paidCents: row.paid_cents,
    refundedCents: row.refunded_cents,
    currency: row.currency,
    quantity: row.quantity,
    paidAt: row.paid_at?.toISOString() ?? null,
    paymentChannel: row.payment_channel,
    expiresAt: row.expires_at?.toISOString() ?? null,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    downloads: row.downloads,
    usedDownloads: row.used_downloads,
    installations: row.installations,
    usage: usageOf(row),
    createdAt: row.created_at.toISOString(),
  }
}
