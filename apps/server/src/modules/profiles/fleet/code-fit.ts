import type { ProfileStatus } from '@simwright/contract/profiles/profile-state'

/** What decides whether a profile has an activation code that can be handed out. */
export type CodeFitness = {
  status: ProfileStatus
  order_state: string
  /** A campaign has it. */
  pooled: boolean
}

const ended: Partial<Record<ProfileStatus, string>> = {
  REMOVED: 'It was deleted in the portal.',
  EXPIRED: 'Its activation code has expired.',
  CANCELED: 'Its activation code was cancelled: generate it again first.',
  ERROR: 'Its activation code ended in an error: generate it again first.',
  DELETED: 'Its activation code is used up: generate it again first.',
}

/** Why the code of a profile cannot be handed out; undefined while one waits for a device, or a device came with it. */
export function whyNoCode({ status, order_state: orderState, pooled }: CodeFitness): string | undefined {
  if (ended[status]) return ended[status]
  if (status === 'AVAILABLE' && orderState === 'Available')
    return 'It is in stock, without an activation code: generate it again first.'
  return pooled ? 'It is in a campaign, whose code is for everybody.' : undefined
}
