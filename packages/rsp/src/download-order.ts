import type { OrderState } from '@simwright/ids'
import { RspRefusal } from './refusal.ts'

/** What of an order decides whether an authenticated eUICC may download under it. */
export interface DownloadOrder {
  state: OrderState
  /** the EID it is bound to, 32 digits; absent while any device may come */
  eid?: string | undefined
  /** absent when it never expires */
  expiresAt?: Date | undefined
}

export interface OrderCheck {
  /** the order that the MatchingID names, or that is linked to this EID when no MatchingID was sent */
  order: DownloadOrder | undefined
  /** what the device sent; absent and empty mean the same */
  matchingId: string | undefined
  eid: string
  at: Date
}

/**
 * Whether this eUICC may download under this order (SGP.22 section 5.6.3).
 * @throws RspRefusal in this order: matching_id_refused (or eid_refused, when no MatchingID was sent), eid_refused,
 *   profile_not_released, order_expired
 */
export function checkDownloadOrder({ order, matchingId, eid, at }: OrderCheck): void {
  if (!order) throw new RspRefusal(matchingId ? 'matching_id_refused' : 'eid_refused')
  if (order.eid !== undefined && order.eid !== eid) throw new RspRefusal('eid_refused')
  if (!isDownloadable(order, eid)) {
    throw new RspRefusal('profile_not_released', { detail: `the order's state is ${order.state}` })
  }
  checkOrderAlive(order, at)
}

/** @throws RspRefusal order_expired */
export function checkOrderAlive(order: Pick<DownloadOrder, 'expiresAt'>, at: Date): void {
  if (order.expiresAt && at.getTime() >= order.expiresAt.getTime()) throw new RspRefusal('order_expired')
}

/**
 * @param attempt this attempt's number, from 1; counted (and committed) before this call
 * @throws RspRefusal attempts_exceeded, with which the order ends
 */
export function checkAttempts(attempt: number, maxAttempts: number): void {
  if (attempt > maxAttempts) throw new RspRefusal('attempts_exceeded')
}

/** Released; or downloaded before by this same eUICC, which may try again. */
function isDownloadable(order: DownloadOrder, eid: string): boolean {
  return order.state === 'Released' || (order.state === 'Downloaded' && order.eid === eid)
}
