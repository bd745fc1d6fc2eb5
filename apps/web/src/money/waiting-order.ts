import type * as order from '@simwright/contract/money/order'

/** The order that the user has placed and that is not paid or not confirmed. */
export function waitingOrder({ next, nextOrderId, due }: order.Subscription): string | undefined {
  if (next !== null || nextOrderId === null || nextOrderId === due?.orderId) return undefined
  return nextOrderId
}
