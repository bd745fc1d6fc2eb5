import type { OrderEventKind } from '@simwright/contract/money/order'
import { sumOf } from '@simwright/contract/money/price'
import type { TenantDb } from '../../../db/database.ts'
import { addBalance, moveOrder, type OrderActor, type OrderRow } from '../../platform/plans/service.ts'
import type { Server } from './port.ts'

/** The credit that an order deducts (negative) or leaves for the next one (positive). */
export const balanceOf = (order: OrderRow): number => sumOf(order.lines, ['BALANCE'])

type Closing = {
  event: Extract<OrderEventKind, 'CANCELLED' | 'NOT_PAID' | 'REJECTED' | 'REPLACED'>
  actor: OrderActor
  at: Date
  note?: string
}

/** Closes an order that was not paid, and returns the credit that it would have used. */
export async function closeOrder(server: Server, db: TenantDb, order: OrderRow, closing: Closing): Promise<void> {
  const { enterprise_id: enterpriseId } = order
  const happening = { ...closing, state: 'CLOSED', id: server.random.uuid() } as const
  await moveOrder(db, order, happening, { next_step_at: null, expires_at: null })
  await addBalance(db, { enterpriseId, at: closing.at }, Math.max(0, -balanceOf(order)))
}
