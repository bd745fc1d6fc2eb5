import type { OrderState } from '@simwright/contract/platform/plan'
import type { Tone } from '../ui/tone.ts'

/** The color of an order's state. */
export const orderTones: Readonly<Record<OrderState, Tone>> = {
  UNPAID: 'warning',
  CLOSED: 'neutral',
  PENDING_CONFIRMATION: 'info',
  WAIT_ACTIVE: 'info',
  ACTIVE: 'success',
  EXPIRED: 'neutral',
}
