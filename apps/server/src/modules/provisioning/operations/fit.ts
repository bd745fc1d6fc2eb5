import type { ProfileStatus } from '@simwright/contract/profiles/profile-state'
import { AGAIN_MAX, type OperationKind } from '@simwright/contract/provisioning/operation'
import type { OrderState } from '@simwright/rsp'
import { ON_A_DEVICE } from '../../profiles/lifecycle/service.ts'
import type { CampaignPlace } from '../../profiles/pools/service.ts'
import { confirmationReasons } from '../generate/service.ts'
import { standingOf } from '../recycle/service.ts'

/** What decides whether a profile can be changed. */
export type Fitness = {
  status: ProfileStatus
  orderState: OrderState
  isBound: boolean
  inCampaign: CampaignPlace
  isRotating: boolean
}

const removed = 'It was deleted in the portal.'
const held = 'A device holds it.'
const pooled = confirmationReasons.campaign
const notAvailable = 'Its activation code is not waiting for a device.'

const inStock = 'It is in stock already: generate it again first.'

const isWaiting = ({ status, orderState }: Fitness) => status === 'AVAILABLE' && orderState === 'Released'

const isInStock = ({ status, orderState }: Fitness) => standingOf({ status, order_state: orderState }) === 'in stock'

/** While a campaign has a profile, its own code is closed. */
const whyClosed = ({ inCampaign }: Fitness) => (inCampaign === null ? undefined : pooled)

/** Why a profile stays as it is; undefined when nothing is in the way. */
const rules: Record<OperationKind, (profile: Fitness) => string | undefined> = {
  // what a campaign has handed out, and no device holds any more, is free to be generated again
  AGAIN: ({ status, inCampaign }) =>
    ON_A_DEVICE.includes(status) ? held : inCampaign === 'FREE' || inCampaign === 'HELD' ? pooled : undefined,
  REMOVE: ({ status }) => (ON_A_DEVICE.includes(status) ? held : undefined),
  GROUP: () => undefined,
  NOTES: () => undefined,
  BIND: (profile) =>
    isWaiting(profile)
      ? profile.isBound
        ? 'It is bound to a device already: free it first.'
        : whyClosed(profile)
      : notAvailable,
  FREE: (profile) =>
    isWaiting(profile) ? (profile.isBound ? whyClosed(profile) : 'It is bound to no device.') : notAvailable,
  EXPIRY: (profile) => (isWaiting(profile) ? whyClosed(profile) : notAvailable),
  CONFIRMATION: (profile) => {
    if (profile.inCampaign !== null) return pooled
    if (profile.isRotating) return confirmationReasons.rotation
    return isWaiting(profile) ? undefined : notAvailable
  },
  RECYCLE_TIME: (profile) => (isInStock(profile) ? inStock : undefined),
  RECYCLE: (profile) => (isInStock(profile) ? inStock : undefined),
  ATTEMPTS: (profile) => (isWaiting(profile) || profile.status === 'DOWNLOADED' ? undefined : notAvailable),
}

/** What does not go so often at once; undefined for what is done part by part, however many they are. */
export function tooMany(kind: OperationKind, count: number): string | undefined {
  if (kind !== 'AGAIN' || count <= AGAIN_MAX) return undefined
  return `Up to ${AGAIN_MAX.toLocaleString('en')} profiles can be generated at once. Narrow the selection.`
}

export function unfitReason(kind: OperationKind, profile: Fitness): string | undefined {
  return profile.status === 'REMOVED' ? removed : rules[kind](profile)
}
