import type { OrderEventKind } from '@simwright/contract/money/order'
import type { OrderState } from '@simwright/contract/platform/plan'

/** The states in which a paid order can start: it applies now, later, or it only bills what was used. */
const PAID: readonly OrderState[] = ['ACTIVE', 'WAIT_ACTIVE', 'EXPIRED']

/** All transitions of an order, with the states that an event can lead to (decisions, section 7). */
export const orderTransitions: Readonly<
  Record<OrderState, Partial<Readonly<Record<OrderEventKind, readonly OrderState[]>>>>
> = {
  UNPAID: {
    PAID,
    CONFIRMED: PAID,
    PROOF_GIVEN: ['PENDING_CONFIRMATION'],
    CANCELLED: ['CLOSED'],
    NOT_PAID: ['CLOSED'],
    REPLACED: ['CLOSED'],
  },
  PENDING_CONFIRMATION: { CONFIRMED: PAID, REJECTED: ['CLOSED'] },
  WAIT_ACTIVE: { STARTED: ['ACTIVE'], REPLACED: ['CLOSED'], REFUNDED: ['CLOSED'], DISPUTE_LOST: ['CLOSED'] },
  // only a free trial is canceled while it is active
  ACTIVE: {
    ENDED: ['EXPIRED'],
    CANCELLED: ['EXPIRED'],
    REPLACED: ['EXPIRED'],
    REFUNDED: ['EXPIRED'],
    DISPUTE_LOST: ['EXPIRED'],
  },
  EXPIRED: {},
  CLOSED: {},
}

/** The state of an order at a time. The stored state follows the start and the end later, by a job. */
export function stateAt(order: { state: OrderState; starts_at: Date; ends_at: Date | null }, at: Date): OrderState {
  const started = order.state === 'WAIT_ACTIVE' && order.starts_at <= at ? 'ACTIVE' : order.state
  const isOver = order.ends_at !== null && order.ends_at <= at
  return started === 'ACTIVE' && isOver ? 'EXPIRED' : started
}
