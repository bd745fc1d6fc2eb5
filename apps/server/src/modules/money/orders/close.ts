import type { OrderEventKind } from '@simwright/contract/money/order'
import { sumOf } from '@simwright/contract/money/price'
import type { TenantDb } from '../../../db/database.ts'
import type { OrdersServer as Server } from '../../../port/module.ts'
import {
  addBalance,
  moveOrder,
  type OrderActor,
  type OrderRow,
  renewalCheckAt,
  scheduleOrder,
  selectOrder,
  selectOrdersIn,
} from '../../platform/plans/service.ts'
import { returnDiscount } from '../discounts/service.ts'
import { unbillExtra } from './overage.ts'

/** The credit that an order deducts (negative) or leaves for the next one (positive). */
export const balanceOf = (order: OrderRow): number => sumOf(order.lines, ['BALANCE'])

type Closing = {
  event: Extract<OrderEventKind, 'CANCELLED' | 'NOT_PAID' | 'REJECTED' | 'REPLACED'>
  actor: OrderActor
  at: Date
  note?: string
}

/**
 * Closes an order that was not paid, and returns the credit that it would have used. What it would have billed is billed by
 * a later order.
 */
export async function closeOrder(server: Server, db: TenantDb, order: OrderRow, closing: Closing): Promise<void> {
  const { enterprise_id: enterpriseId } = order
  const { at } = closing
  const happening = { ...closing, state: 'CLOSED', id: server.random.uuid() } as const
  await moveOrder(db, order, happening, { next_step_at: null, expires_at: null })
  await addBalance(db, { at }, Math.max(0, -balanceOf(order)))
  await unbillExtra(db, { enterpriseId, lines: order.lines, at })
  await returnDiscount(db, { enterpriseId, orderId: order.id })
  const isReplaced = closing.event === 'REPLACED'
  if (order.operation === 'RENEW' && order.previous_id !== null) await endGrace(server, db, { order, isReplaced, at })
  if (order.operation !== 'OVERAGE' && (order.operation !== 'RENEW' || isReplaced)) await renewAgain(db, at)
}

/** Has the renewal of the active order considered again, because no order follows it any more. */
async function renewAgain(db: TenantDb, at: Date): Promise<void> {
  for (const order of await selectOrdersIn(db, ['ACTIVE']))
    if (order.kind === 'BOUGHT' && order.period_ends_at !== null && order.period_ends_at > at)
      await scheduleOrder(db, order, renewalCheckAt(order))
}

type Ending = { order: OrderRow; isReplaced: boolean; at: Date }

/**
 * An order whose renewal is closed ends with its period; if that has ended, now. While another order takes the place of the
 * renewal, the days of grace remain.
 */
async function endGrace(server: Server, db: TenantDb, { order: renewal, isReplaced, at }: Ending): Promise<void> {
  const order = await selectOrder(db, renewal.previous_id!)
  if (order?.state !== 'ACTIVE' || order.period_ends_at === null || order.ends_at === null) return
  if (order.ends_at <= order.period_ends_at) return
  if (isReplaced && order.period_ends_at <= at) return
  const endsAt = order.period_ends_at > at ? order.period_ends_at : at
  const actor = { kind: 'SYSTEM' } as const
  const id = server.random.uuid()
  await moveOrder(db, order, { event: 'EXTENDED', actor, at, id }, { ends_at: endsAt, next_step_at: endsAt })
}
