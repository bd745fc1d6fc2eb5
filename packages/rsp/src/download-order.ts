import type { OrderState } from '@simwright/ids'
import { RspRefusal } from './refusal.ts'

/** The members of an order that decide whether an authenticated eUICC may download under it. */
export interface DownloadOrder {
  state: OrderState
  /** The EID that the order is bound to, 32 digits. Absent if any device may download. */
  eid?: string | undefined
  /** Absent if the order never expires. */
  expiresAt?: Date | undefined
}

/** The arguments of checkDownloadOrder. */
export interface OrderCheck {
  /** The order with this MatchingID or, without a MatchingID, the order linked to this EID. */
  order: DownloadOrder | undefined
  /** As sent by the device. Absent and empty mean the same. */
  matchingId: string | undefined
  eid: string
  at: Date
}

/**
 * Checks that this eUICC may download under this order (SGP.22 section 5.6.3).
 * @throws RspRefusal in this order: matching_id_refused (eid_refused if no MatchingID was sent), eid_refused,
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

/** The order is expired from `expiresAt` on, to the millisecond. @throws RspRefusal order_expired */
export function checkOrderAlive(order: Pick<DownloadOrder, 'expiresAt'>, at: Date): void {
  if (order.expiresAt && at.getTime() >= order.expiresAt.getTime()) throw new RspRefusal('order_expired')
}

/**
 * Checks the number of download attempts.
 * @param attempt the number of this attempt, from 1; count and commit it before the call
 * @throws RspRefusal attempts_exceeded, which ends the order
 */
export function checkAttempts(attempt: number, maxAttempts: number): void {
  if (attempt > maxAttempts) throw new RspRefusal('attempts_exceeded')
}

/** Released, or downloaded before by this eUICC, which may retry. */
function isDownloadable(order: DownloadOrder, eid: string): boolean {
  return order.state === 'Released' || (order.state === 'Downloaded' && order.eid === eid)
}
