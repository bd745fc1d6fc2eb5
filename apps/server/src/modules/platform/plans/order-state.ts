import type { OrderState } from '@simwright/contract/platform/plan'

type Happening =
  | 'paid'
  | 'paidForLater'
  | 'proofGiven'
  | 'confirmed'
  | 'confirmedForLater'
  | 'rejected'
  | 'cancelled'
  | 'unpaid'
  | 'begun'
  | 'ended'

/** Every transition of an order; any other is impossible (decisions, section 7). */
export const orderTransitions: Readonly<Record<OrderState, Partial<Record<Happening, OrderState>>>> = {
  UNPAID: {
    paid: 'ACTIVE',
    paidForLater: 'WAIT_ACTIVE',
    proofGiven: 'PENDING_CONFIRMATION',
    cancelled: 'CLOSED',
    unpaid: 'CLOSED',
  },
  PENDING_CONFIRMATION: { confirmed: 'ACTIVE', confirmedForLater: 'WAIT_ACTIVE', rejected: 'CLOSED' },
  WAIT_ACTIVE: { begun: 'ACTIVE' },
  ACTIVE: { ended: 'EXPIRED' },
  EXPIRED: {},
  CLOSED: {},
}

/** The state of an order at a time, whatever state was stored last. */
export function stateAt(order: { state: OrderState; starts_at: Date; ends_at: Date | null }, at: Date): OrderState {
  const begun = order.starts_at <= at ? (orderTransitions[order.state].begun ?? order.state) : order.state
  const isOver = order.ends_at !== null && order.ends_at <= at
  return isOver ? (orderTransitions[begun].ended ?? begun) : begun
}
