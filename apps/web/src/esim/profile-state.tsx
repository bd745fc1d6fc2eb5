import type { ProfileRow, ProfileStatus } from '@simwright/contract/profiles/fleet'
import { profileTexts } from '../texts/profile.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
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

/** Badge of a profile's status. */
export function ProfileStatusBadge({ status }: { status: ProfileStatus }) {
  return <StatusBadge tone={statusTones[status]}>{profileTexts.statuses[status].label}</StatusBadge>
}

/** Badge of the download order's state at the SM-DP+ (SGP.22, 3.1.6). */
export function OrderStateBadge({ state }: { state: OrderState }) {
  return <StatusBadge tone={orderTones[state]}>{profileTexts.orderStates[state].label}</StatusBadge>
}
