import { isInStock, type ProfileStatus } from '@simwright/contract/profiles/profile-state'
import type { OrderState } from '@simwright/ids'

/** The facts that decide whether the activation code of a profile can be handed out. */
export type CodeFitness = {
  status: ProfileStatus
  order_state: OrderState
  /** It is in the pool of a campaign. */
  pooled: boolean
}

const ended: Partial<Record<ProfileStatus, string>> = {
  REMOVED: 'Deleted in the portal.',
  EXPIRED: 'Its activation code has expired.',
  CANCELED: 'Its activation code was canceled: generate it again first.',
  ERROR: 'Its activation code ended in an error: generate it again first.',
  DELETED: 'Its activation code is used up: generate it again first.',
}

/** Why the code of a profile cannot be handed out; undefined when the code waits for a device or was used by one. */
export function whyNoCode({ status, order_state: orderState, pooled }: CodeFitness): string | undefined {
  if (ended[status]) return ended[status]
  if (status === 'AVAILABLE' && orderState === 'Available')
    return 'In stock, without an activation code: generate it again first.'
  if (isInStock({ status, orderState })) return 'In stock: an operator has ordered it and not released it yet.'
  return pooled ? 'In a campaign, which has one code for everyone.' : undefined
}
