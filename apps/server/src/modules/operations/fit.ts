import type { OperationKind } from '@simwright/contract/operation'
import type { ProfileStatus } from '@simwright/contract/profile-state'
import { confirmationReasons } from '../generate/service.ts'
import type { OrderState } from '../profiles/service.ts'
import { standingOf } from '../recycle/service.ts'

/** What decides whether a profile can be changed. */
export type Fitness = {
  status: ProfileStatus
  orderState: OrderState
  isBound: boolean
  isPooled: boolean
  isRotating: boolean
}

const heldByDevice: ReadonlySet<ProfileStatus> = new Set(['DOWNLOADED', 'INSTALLED', 'ENABLED', 'DISABLED'])

const removed = 'It was deleted in the portal.'
const held = 'A device holds it.'
const pooled = confirmationReasons.campaign
const notAvailable = 'Its activation code is not waiting for a device.'

const inStock = 'It is in stock already: generate it again first.'

const isWaiting = ({ status, orderState }: Fitness) => status === 'AVAILABLE' && orderState === 'Released'

/** Why a profile stays as it is; undefined when nothing is in the way. */
const rules: Record<OperationKind, (profile: Fitness) => string | undefined> = {
  AGAIN: ({ status, isPooled }) => (heldByDevice.has(status) ? held : isPooled ? pooled : undefined),
  REMOVE: ({ status }) => (heldByDevice.has(status) ? held : undefined),
  GROUP: () => undefined,
  NOTES: () => undefined,
  BIND: (profile) =>
    isWaiting(profile)
      ? profile.isBound
        ? 'It is bound to a device already: free it first.'
        : undefined
      : notAvailable,
  FREE: (profile) => (isWaiting(profile) ? (profile.isBound ? undefined : 'It is bound to no device.') : notAvailable),
  EXPIRY: (profile) => (isWaiting(profile) ? undefined : notAvailable),
  CONFIRMATION: (profile) => {
    if (profile.isPooled) return pooled
    if (profile.isRotating) return confirmationReasons.rotation
    return isWaiting(profile) ? undefined : notAvailable
  },
  RECYCLE_TIME: (profile) => (standingOf(profile) === 'in stock' ? inStock : undefined),
  RECYCLE: (profile) => (standingOf(profile) === 'in stock' ? inStock : undefined),
  ATTEMPTS: (profile) => (isWaiting(profile) || profile.status === 'DOWNLOADED' ? undefined : notAvailable),
}

export function unfitReason(kind: OperationKind, profile: Fitness): string | undefined {
  return profile.status === 'REMOVED' ? removed : rules[kind](profile)
}
