import type { OrderRow } from '../../platform/plans/service.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** After its deadline, what was used beyond a plan is requested for these days more; then no plan is renewed or sold. */
const OVERDUE_AFTER_MS = 7 * DAY_MS

type Requested = Pick<
  OrderRow,
  'operation' | 'state' | 'payment_method' | 'created_at' | 'created_by' | 'starts_at' | 'expires_at'
>

/** Whether the portal made the order, so that the portal must see to its payment: a renewal, or what exceeded a plan. */
export const isOfPortal = ({ operation, created_by }: Pick<OrderRow, 'operation' | 'created_by'>): boolean =>
  created_by === null && (operation === 'RENEW' || operation === 'OVERAGE')

/**
 * When the payment of an order of the portal is requested while it is not paid: at once, and three times over about seven
 * days. With a saved card the first request is the first try; by bank transfer the others begin when the payment is late.
 */
export function requestTimes(order: Requested): Date[] {
  const { operation, payment_method: method, created_at: placedAt, starts_at: startsAt, expires_at: expiresAt } = order
  const after = (from: Date, ...days: number[]) => days.map((day) => new Date(from.getTime() + day * DAY_MS))
  if (method === 0) return after(placedAt, 0, 3, 7)
  if (operation === 'RENEW') return [placedAt, ...after(startsAt, 0, 3, 6)]
  return [placedAt, ...after(expiresAt ?? placedAt, 0, 3, 7)]
}

/** When the payment is requested next; null if it is not requested any more. */
export function nextRequestAt(order: Requested, at: Date): Date | null {
  const next = isOfPortal(order) ? requestTimes(order).find((time) => time > at) : undefined
  return next && next < finalDeadlineOf(order) ? next : null
}

/** What was used must be paid, so its order stays open after its deadline. */
function finalDeadlineOf({ operation, expires_at: expiresAt, created_at: placedAt }: Requested): Date {
  const deadline = (expiresAt ?? placedAt).getTime()
  return new Date(operation === 'OVERAGE' ? deadline + OVERDUE_AFTER_MS : deadline)
}

/** Until when an order must be paid. */
export function deadlineOf(order: Requested, at: Date): Date {
  const { expires_at: expiresAt } = order
  return expiresAt && expiresAt > at ? expiresAt : finalDeadlineOf(order)
}

/** Whether what was used beyond a plan was not paid in spite of all requests. */
export const isOverdue = (order: Requested, at: Date): boolean =>
  order.operation === 'OVERAGE' && order.state === 'UNPAID' && finalDeadlineOf(order) <= at
