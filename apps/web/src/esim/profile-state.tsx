import type { ProfileRow, ProfileStatus } from '@simwright/contract/profiles/fleet'
import { isInStock } from '@simwright/contract/profiles/profile-state'
import { profileTexts } from '../texts/profile.ts'
import { StatusBadge } from '../ui/text/StatusBadge.tsx'
import type { Tone } from '../ui/tone.ts'

type OrderState = ProfileRow['orderState']

const statusTones: Record<ProfileStatus, Tone> = {
  AVAILABLE: 'accent',
  DOWNLOADED: 'info',
  INSTALLED: 'info',
  ENABLED: 'success',
  DISABLED: 'warning',
  DELETED: 'neutral',
  ERROR: 'danger',
  EXPIRED: 'neutral',
  CANCELED: 'neutral',
  REMOVED: 'neutral',
}

const orderTones: Record<OrderState, Tone> = {
  Available: 'neutral',
  Allocated: 'neutral',
  Linked: 'neutral',
  Confirmed: 'neutral',
  Released: 'accent',
  Downloaded: 'info',
  Installed: 'success',
  Error: 'danger',
  Unavailable: 'neutral',
}

export function statusTone(status: ProfileStatus): Tone {
  return statusTones[status]
}

/** A status as it is shown: an available profile without a valid activation code is in stock. */
type ShownStatus = ProfileStatus | 'STOCK'

type States = { status: ProfileStatus; orderState: OrderState }

export const shownStatus = (states: States): ShownStatus => (isInStock(states) ? 'STOCK' : states.status)

/** Badge of a profile's status. Without the order state, an available profile counts as one with a valid code. */
export function ProfileStatusBadge({ status, orderState = 'Released' }: Omit<States, 'orderState'> & Partial<States>) {
  const shown = shownStatus({ status, orderState })
  return (
    <StatusBadge tone={shown === 'STOCK' ? 'neutral' : statusTones[shown]}>
      {profileTexts.statuses[shown].label}
    </StatusBadge>
  )
}

/** Badge of the download order's state at the SM-DP+ (SGP.22, 3.1.6). */
export function OrderStateBadge({ state }: { state: OrderState }) {
  return <StatusBadge tone={orderTones[state]}>{profileTexts.orderStates[state].label}</StatusBadge>
}
