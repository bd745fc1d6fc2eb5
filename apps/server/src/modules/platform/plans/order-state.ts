import type { OrderState } from '@simwright/contract/platform/plan'

type OrderEvent =
  | 'paid'
  | 'paidForLater'
  | 'proofGiven'
  | 'confirmed'
  | 'confirmedForLater'
  | 'rejected'
  | 'cancelled'
  | 'unpaid'
  | 'started'
  | 'ended'

/** All transitions of an order (decisions, section 7). */
export const orderTransitions: Readonly<Record<OrderState, Partial<Record<OrderEvent, OrderState>>>> = {
  UNPAID: {
    paid: 'ACTIVE',
    paidForLater: 'WAIT_ACTIVE',
    proofGiven: 'PENDING_CONFIRMATION',
    cancelled: 'CLOSED',
    unpaid: 'CLOSED',
  },
  PENDING_CONFIRMATION: { confirmed: 'ACTIVE', confirmedForLater: 'WAIT_ACTIVE', rejected: 'CLOSED' },
  WAIT_ACTIVE: { started: 'ACTIVE' },
  ACTIVE: { ended: 'EXPIRED' },
  EXPIRED: {},
  CLOSED: {},
}

/** The state of an order at a time. The stored state does not follow the start and the end. */
export function stateAt(order: { state: OrderState; starts_at: Date; ends_at: Date | null }, at: Date): OrderState {
  const started = order.starts_at <= at ? (orderTransitions[order.state].started ?? order.state) : order.state
  const isOver = order.ends_at !== null && order.ends_at <= at
  return isOver ? (orderTransitions[started].ended ?? started) : started
}
