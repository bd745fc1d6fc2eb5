import type { EventText } from '@simwright/contract/profiles/event-text'
import type { EventType } from '@simwright/contract/profiles/fleet'
import type { ProfileStatus } from '@simwright/contract/profiles/profile-state'
import type { OrderState } from '@simwright/ids'
import type { OrderEvent } from '@simwright/rsp'
import type { ActivationCodeId, GroupId, OrderId } from '../../../db/row-id.ts'
import type { CodeColumns, LockedProfile, OrderColumns, ProfileColumns } from './locked-profile.ts'
import type { TraitChange } from './trait-change.ts'
import type { Before, FatalRefusal, NamedDevice, Refusal, TransitionKind, TransitionOf } from './transition.ts'

/** Columns that identify a row and never change. */
type ImmutableColumn = 'enterprise_id' | 'id' | 'profile_id' | 'activation_code_id' | 'created_at' | 'created_by'
export type ProfileChanges = Partial<Omit<ProfileColumns, Exclude<ImmutableColumn, 'activation_code_id'>>>
export type CodeChanges = Partial<Omit<CodeColumns, ImmutableColumn | 'slug' | 'pool_id'>>
export type OrderChanges = Partial<Omit<OrderColumns, ImmutableColumn | 'number'>>

/** Further changes of a profile, its activation code and its current order. */
export type Changes = {
  profile?: ProfileChanges
  code?: CodeChanges
  order?: OrderChanges
  /** The new group of the profile. */
  groupId?: GroupId | null
  /** New tags and attributes of the profile. */
  traits?: TraitChange
}

/** The next current order: of the profile's code, or of a new code. */
export type NextOrder = {
  orderId: OrderId
  eid: string | null
  lastSequence: number
  activationCodeId?: ActivationCodeId
  /** Default: Released. */
  state?: OrderState
}

/** The states in which a transition is allowed; a missing list allows all. */
export type AllowedFrom = {
  status?: readonly ProfileStatus[]
  order?: readonly OrderState[]
  code?: readonly CodeColumns['state'][]
  codeKind?: readonly CodeColumns['kind'][]
  /** Whether the order is bound to a device. */
  isBound?: boolean
  /** State of the pool membership; null: in no pool. */
  member?: readonly LockedProfile['member_state'][]
}

/**
 * Effect on the pool membership. `archived`: deleted, but the campaign's report retains it; `free again`: the profile
 * is available to the next device.
 */
export type PoolEffect = 'joined' | 'left' | 'archived' | 'free again'

export type Rule<T> = {
  from?: AllowedFrom
  /** The event of SGP.22, whose state table gives the next state of the order. */
  orderEvent?: (transition: T) => OrderEvent | undefined
  /** The next state of the order when SGP.22 has no event for it. */
  orderState?: (row: LockedProfile) => OrderState
  status?: (transition: T) => ProfileStatus | undefined
  codeState?: (row: LockedProfile) => CodeColumns['state']
  /** `ends`: the profile is no longer leased. `moves`: the lease ends at the new recycle time. */
  lease?: 'ends' | 'moves'
  pool?: (transition: T, row: LockedProfile) => PoolEffect | undefined
  /** What is counted for the plan. */
  plan?: 'installation' | 'credit'
  changes?: (transition: T, row: LockedProfile, at: Date) => Changes
  next?: (transition: T, row: LockedProfile) => NextOrder | undefined
  /** The order continues the counters of a device that downloaded the profile before. */
  continuesCounters?: true
  /** Deletes the attempts of devices for this order. */
  clearsAttempts?: true
  /** The package to store for retries. */
  sealedPackage?: (transition: T) => Buffer | undefined
  refusal?: (transition: T) => Refusal
  /** Whether the same step happened before, under the same activation code or order. */
  repeated?: (transition: T, row: LockedProfile) => boolean
  /** Null: not listed in the timeline. */
  event: EventType | null
  text?: (transition: T, row: LockedProfile) => EventText
}

const NOT_DOWNLOADED: AllowedFrom = { status: ['AVAILABLE'], order: ['Released'] }
/** Codes of a profile that is not in a campaign. */
const OWN_CODE: readonly CodeColumns['kind'][] = ['single', 'rotation']
/** The profile is on a device, or may be. */
export const ON_A_DEVICE: readonly ProfileStatus[] = ['DOWNLOADED', 'INSTALLED', 'ENABLED', 'DISABLED']
const OFF_DEVICE: readonly ProfileStatus[] = ['AVAILABLE', 'DELETED', 'ERROR', 'EXPIRED', 'CANCELED']
const NOT_REMOVED: readonly ProfileStatus[] = [...OFF_DEVICE, ...ON_A_DEVICE]

/** Order states that do not change when a new activation code is generated. */
const ENDED: readonly OrderState[] = ['Installed', 'Error', 'Unavailable']

const NO_RECYCLING = {
  recycle_status: 'NONE',
  recycle_reason: null,
  recycle_at: null,
  recycle_begun_at: null,
  recycle_due_at: null,
} as const

const removedTexts = { idle: 'removedIdle', claim: 'removedByClaim' } as const

const isoTime = (text: string | null | undefined) => (text ? new Date(text) : null)

const fatalStatus: Record<FatalRefusal, ProfileStatus> = {
  expired: 'EXPIRED',
  attemptsExceeded: 'ERROR',
  confirmationCodeExceeded: 'ERROR',
}

const sequence = ({ lastSequence: last_sequence }: { lastSequence: number }) => ({ order: { last_sequence } })

/** Each transition: in which states it is allowed, the next states, further changes, and its event. */
export const RULES: { readonly [K in TransitionKind]: Rule<TransitionOf<K>> } = {
  opened: { from: { status: NOT_REMOVED }, event: 'OPENED', text: () => ({ id: 'opened' }) },
  leakSuspected: {
    from: { status: NOT_REMOVED },
    event: 'LEAK_SUSPECTED',
    text: ({ by: id, value, hours }) => ({ id, values: { value, hours } }),
  },
  authenticated: {
    changes: ({ attempts }) => (attempts === undefined ? {} : { order: { attempts } }),
    repeated: ({ nthAttempt }) => nthAttempt > 1,
    event: 'AUTHENTICATED',
    text: ({ nthAttempt: attempt }, { max_attempts: most }) => ({ id: 'authenticated', values: { attempt, most } }),
  },
  reservedFor: { event: 'AUTHENTICATED', text: () => ({ id: 'authenticatedReserved' }) },
  refused: {
    orderEvent: ({ fatal }) => fatal,
    status: ({ fatal }) => fatal && fatalStatus[fatal],
    changes: ({ attempts }) => (attempts === undefined ? {} : { order: { attempts } }),
    refusal: ({ refusal }) => refusal,
    event: 'REFUSED',
    text: ({ reason }) => ({ id: 'refused', values: { reason } }),
  },
  delivered: {
    from: { order: ['Released'] },
    orderEvent: () => 'packageHandedOut',
    status: () => 'DOWNLOADED',
    changes: ({ eid, device, chargedTo }, { downloads, confirmation_failures: failures }, at) => ({
      profile: { eid, downloads: downloads + 1, ...deviceColumns(device) },
      order: {
        eid,
        charged_to: chargedTo,
        handed_out_at: at,
        ...deviceColumns(device),
        ...(failures > 0 ? { confirmation_failures: 0 } : {}),
      },
    }),
    continuesCounters: true,
    sealedPackage: ({ sealedPackage }) => sealedPackage,
    repeated: (_, { downloads }) => downloads > 0,
    event: 'DOWNLOADED',
    text: () => ({ id: 'delivered' }),
  },
  deliveredAgain: {
    from: { order: ['Downloaded'] },
    changes: (_, { confirmation_failures: failures }) => (failures > 0 ? { order: { confirmation_failures: 0 } } : {}),
    sealedPackage: ({ sealedPackage }) => sealedPackage,
    repeated: () => true,
    event: 'AUTHENTICATED',
    text: () => ({ id: 'deliveredAgain' }),
  },
  installed: {
    orderEvent: () => 'installed',
    status: () => 'INSTALLED',
    plan: 'installation',
    changes: ({ lastSequence }) => (lastSequence === undefined ? {} : sequence({ lastSequence })),
    event: 'INSTALLED',
    text: ({ lastSequence }) => ({ id: lastSequence === undefined ? 'installedSilently' : 'installed' }),
  },
  installFailed: {
    orderEvent: ({ mayRetry }) => (mayRetry ? 'installFailedForNow' : 'installFailed'),
    status: ({ mayRetry }) => (mayRetry ? undefined : 'ERROR'),
    plan: 'credit',
    changes: sequence,
    event: 'INSTALL_FAILED',
    text: ({ reason }) => ({ id: 'installFailed', values: { reason } }),
  },
  enabled: {
    from: { order: ['Installed'] },
    status: () => 'ENABLED',
    changes: ({ lastSequence: last_sequence }, { enabled_at: first }, at) => ({
      order: { last_sequence, ...(first === null ? { enabled_at: at } : {}) },
    }),
    repeated: (_, { enabled_at: first }) => first !== null,
    event: 'ENABLED',
    text: () => ({ id: 'enabled' }),
  },
  disabled: {
    from: { order: ['Installed'] },
    status: () => 'DISABLED',
    changes: sequence,
    event: 'DISABLED',
    text: () => ({ id: 'disabled' }),
  },
  notified: { from: { order: ['Installed'] }, changes: sequence, event: null },
  deleted: {
    orderEvent: ({ reusable }) => (reusable ? 'deletedAndReusable' : 'deletedForGood'),
    status: () => 'DELETED',
    changes: sequence,
    event: 'DELETED',
    text: () => ({ id: 'deleted' }),
  },
  deletedLate: { event: 'DELETED', text: () => ({ id: 'deletedLate' }) },
  availableAgain: {
    from: { status: ['DELETED'], order: ['Available'], code: ['LIVE'] },
    status: () => 'AVAILABLE',
    pool: ({ eid }, row) => (eid === null ? backToPool(row) : undefined),
    next: ({ orderId, eid, lastSequence }) => ({ orderId, eid, lastSequence }),
    changes: ({ eid }, row) => withProfile({ eid }, eid === null ? campaignChanges(row) : {}),
    event: 'AVAILABLE_AGAIN',
    text: ({ eid }, { max_redownloads: most, orders }) => ({
      id: eid === null ? 'availableForAny' : 'availableForSame',
      values: { left: most - orders },
    }),
  },
  lost: {
    from: { status: ON_A_DEVICE },
    orderState: () => 'Unavailable',
    status: ({ next }) => (next ? 'AVAILABLE' : 'DELETED'),
    pool: ({ next }, row) => (next ? backToPool(row) : undefined),
    next: ({ next }) => (next ? { ...next, eid: null } : undefined),
    changes: ({ next }, row) => withProfile({ eid: null }, next ? campaignChanges(row) : {}),
    event: 'SET_FREE',
    text: ({ next }, row) => ({ id: next ? 'lostAvailable' : row.keys_erased_at ? 'lostErased' : 'lostForGood' }),
  },
  sessionCanceled: {
    orderEvent: ({ ends }) => (ends ? 'sessionCanceled' : undefined),
    status: ({ ends }) => (ends ? 'ERROR' : undefined),
    plan: 'credit',
    event: 'SESSION_CANCELED',
    text: ({ reason, reserved }) => ({
      id: reserved ? 'sessionCanceledReserved' : 'sessionCanceled',
      values: { reason },
    }),
  },
  notificationRefused: {
    event: 'NOTIFICATION_REFUSED',
    text: ({ reason }) => ({ id: 'notificationRefused', values: { reason } }),
  },
  expired: {
    from: { status: OFF_DEVICE, order: ['Released'], code: ['LIVE'] },
    orderEvent: () => 'expired',
    status: () => 'EXPIRED',
    codeState: () => 'EXPIRED',
    event: 'EXPIRED',
    text: () => ({ id: 'expired' }),
  },
  codeExpired: { from: { code: ['LIVE'] }, codeState: () => 'EXPIRED', event: null },
  reservationLapsed: { event: 'SET_FREE', text: () => ({ id: 'reservationLapsed' }) },

  ordered: {
    from: { status: ['AVAILABLE'], order: ['Available'], member: [null, 'TAKEN'] },
    orderState: () => 'Unavailable',
    codeState: () => 'DEAD',
    lease: 'ends',
    pool: (_, { member_state: member }) => (member === 'TAKEN' ? 'archived' : undefined),
    next: ({ orderId, eid, activationCodeId }) => ({
      orderId,
      eid,
      lastSequence: -1,
      activationCodeId,
      state: eid === null ? 'Allocated' : 'Linked',
    }),
    changes: ({ eid, activationCodeId, matchingId }) => ({
      profile: {
        eid,
        activation_code_id: activationCodeId,
        matching_id: matchingId,
        campaign_id: null,
        ac_format: 'NONE',
        downloads: 0,
        ...deviceColumns({ brand: null, model: null, release: null }),
        ...NO_RECYCLING,
      },
    }),
    event: 'ORDERED',
    text: ({ eid }) => (eid === null ? { id: 'ordered' } : { id: 'orderedFor', values: { eid } }),
  },
  orderConfirmed: {
    from: { order: ['Allocated', 'Linked'], code: ['LIVE'] },
    orderEvent: ({ releases }) => (releases ? 'confirmedAndReleased' : 'confirmed'),
    changes: ({ eid, matchingId, withoutMatchingId, sealedConfirmation, smdsAddress, releases, expiresAt }) => ({
      profile: { eid, matching_id: matchingId, ac_format: releases && !withoutMatchingId ? 'PICTURE' : 'NONE' },
      code: { matching_id: matchingId, sealed_confirmation: sealedConfirmation, expires_at: expiresAt },
      order: { eid, smds_address: smdsAddress, without_matching_id: withoutMatchingId },
    }),
    event: 'ORDER_CONFIRMED',
    text: ({ releases }) => ({ id: releases ? 'orderConfirmedReleased' : 'orderConfirmed' }),
  },
  orderReleased: {
    from: { order: ['Confirmed'], code: ['LIVE'] },
    orderEvent: () => 'released',
    changes: ({ expiresAt }, { without_matching_id: isWithout }) => ({
      profile: { ac_format: isWithout ? 'NONE' : 'PICTURE' },
      code: { expires_at: expiresAt },
    }),
    event: 'ORDER_RELEASED',
    text: () => ({ id: 'orderReleased' }),
  },
  orderCanceled: {
    from: { status: OFF_DEVICE, order: ['Allocated', 'Linked', 'Confirmed', 'Released', 'Error'] },
    orderEvent: ({ to }) => (to === 'Available' ? 'orderCanceled' : 'orderWithdrawn'),
    status: ({ to }) => (to === 'Available' ? 'AVAILABLE' : 'CANCELED'),
    codeState: () => 'DEAD',
    lease: 'ends',
    changes: () => ({ profile: { eid: null, ac_format: 'NONE' } }),
    event: 'ORDER_CANCELED',
    text: ({ to }) => ({ id: to === 'Available' ? 'orderCanceled' : 'orderWithdrawn' }),
  },

  generatedAgain: {
    from: { status: [...OFF_DEVICE, 'REMOVED'] },
    orderState: ({ order_state: state }) => (ENDED.includes(state) ? state : 'Unavailable'),
    codeState: ({ code_state: state }) => (state === 'LIVE' ? 'DEAD' : state),
    status: () => 'AVAILABLE',
    lease: 'ends',
    pool: (_, { member_state: member }) => (member === null ? undefined : member === 'TAKEN' ? 'archived' : 'left'),
    next: ({ generated: { orderId, eid, activationCodeId, orderedBy } }) => ({
      orderId,
      eid,
      lastSequence: -1,
      activationCodeId,
      state: orderedBy === 'portal' ? 'Released' : 'Available',
    }),
    changes: ({ generated }, row) => ({
      profile: {
        iccid: generated.iccid,
        imsi: generated.imsi,
        msisdn: generated.msisdn,
        eid: generated.eid,
        spn: generated.spn,
        region: generated.region,
        protection: generated.protection,
        configuration_id: generated.configurationId,
        configuration_version: generated.configurationVersion,
        batch_id: generated.batchId,
        activation_code_id: generated.activationCodeId,
        matching_id: generated.matchingId,
        notes: generated.notes ?? row.notes,
        campaign_id: null,
        keys_erased_at: null,
        ac_format: generated.orderedBy === 'portal' ? generated.acFormat : 'NONE',
        downloads: 0,
        ...deviceColumns({ brand: null, model: null, release: null }),
        ...NO_RECYCLING,
      },
      groupId: generated.groupId ?? row.group_id ?? null,
      ...(generated.traits ? { traits: generated.traits } : {}),
    }),
    event: 'GENERATED_AGAIN',
    text: ({ batch }) => ({ id: 'generatedAgain', values: { batch } }),
  },
  removed: {
    from: { status: OFF_DEVICE },
    orderState: () => 'Unavailable',
    codeState: () => 'DEAD',
    status: () => 'REMOVED',
    lease: 'ends',
    changes: () => ({ groupId: null }),
    event: 'REMOVED',
    text: ({ why }) => ({ id: why === undefined ? 'removed' : removedTexts[why] }),
  },
  restored: {
    from: { status: ['REMOVED'] },
    changes: ({ to }, _, at) => previousValues(to, at),
    event: 'RESTORED',
    text: () => ({ id: 'restored' }),
  },
  undone: {
    from: { status: NOT_REMOVED },
    changes: ({ to }, _, at) => previousValues(to, at),
    event: 'EDITED',
    text: () => ({ id: 'restored' }),
  },
  grouped: {
    from: { status: NOT_REMOVED },
    changes: ({ groupId }) => ({ groupId }),
    event: 'EDITED',
    text: ({ groupId }) => ({ id: groupId === null ? 'ungrouped' : 'grouped' }),
  },
  notesChanged: {
    from: { status: NOT_REMOVED },
    changes: ({ notes }) => ({ profile: { notes } }),
    event: 'EDITED',
    text: () => ({ id: 'notesChanged' }),
  },
  traitsChanged: {
    from: { status: NOT_REMOVED },
    changes: ({ traits }) => ({ traits }),
    event: 'EDITED',
    text: ({ text }) => text,
  },
  tried: { event: 'EDITED', text: ({ steps }) => ({ id: 'tried', values: { steps } }) },
  bound: {
    from: { ...NOT_DOWNLOADED, codeKind: OWN_CODE, isBound: false },
    changes: ({ eid }) => ({ profile: { eid }, order: { eid } }),
    event: 'EDITED',
    text: ({ eid }) => ({ id: 'bound', values: { eid } }),
  },
  released: {
    from: { ...NOT_DOWNLOADED, codeKind: OWN_CODE, isBound: true },
    changes: () => ({ profile: { eid: null }, order: { eid: null } }),
    event: 'EDITED',
    text: () => ({ id: 'released' }),
  },
  expirySet: {
    from: { ...NOT_DOWNLOADED, codeKind: OWN_CODE },
    changes: ({ expiresAt }) => ({ code: { expires_at: expiresAt } }),
    event: 'EDITED',
    text: ({ expiresAt }) =>
      expiresAt === null
        ? { id: 'expiryRemoved' }
        : { id: 'expirySet', values: { expiresAt: expiresAt.toISOString() } },
  },
  cardChanged: {
    from: NOT_DOWNLOADED,
    changes: ({ iccid, imsi, msisdn, spn, region }) => ({ profile: { iccid, imsi, msisdn, spn, region } }),
    event: 'EDITED',
    text: () => ({ id: 'cardChanged' }),
  },
  attemptsReset: {
    from: { status: ['AVAILABLE', 'DOWNLOADED'], order: ['Released', 'Downloaded'] },
    changes: () => ({ order: { attempts: 0, confirmation_failures: 0 } }),
    clearsAttempts: true,
    event: 'EDITED',
    text: () => ({ id: 'attemptsReset' }),
  },
  confirmationReplaced: {
    // a campaign has its own confirmation code, and a rotating code also downloads other profiles
    from: { ...NOT_DOWNLOADED, codeKind: ['single'] },
    changes: ({ sealed }) => ({ code: { sealed_confirmation: sealed }, order: { confirmation_failures: 0 } }),
    event: 'EDITED',
    text: ({ text }) => text,
  },
  pushed: {
    from: { ...NOT_DOWNLOADED, code: ['LIVE'], codeKind: ['single'] },
    changes: ({ pushId, eid }, { order_eid: bound }) => ({
      order: { push_id: pushId, ...(bound === null ? { eid } : {}) },
      profile: { eid },
    }),
    event: 'PUSHED',
    text: ({ eid, smds }) => ({ id: 'pushed', values: { eid, smds } }),
  },
  pushFailed: {
    from: NOT_DOWNLOADED,
    changes: ({ releases }) => (releases ? { profile: { eid: null }, order: { eid: null } } : {}),
    event: 'PUSH_FAILED',
    text: ({ reason, releases }) => ({ id: releases ? 'pushFailedReleased' : 'pushFailed', values: { reason } }),
  },
  joinedCampaign: {
    from: { ...NOT_DOWNLOADED, code: ['LIVE'], codeKind: ['single'], isBound: false, member: [null] },
    pool: () => 'joined',
    changes: ({ campaignId }) => ({
      profile: { campaign_id: campaignId },
      code: { kind: 'pooled', expires_at: null },
    }),
    event: 'CAMPAIGN_JOINED',
    text: ({ campaign }) => ({ id: 'joinedCampaign', values: { campaign } }),
  },
  leftCampaign: {
    from: { member: ['FREE', 'HELD'] },
    pool: () => 'left',
    changes: (_, row) => leaveCampaign(row),
    event: 'CAMPAIGN_LEFT',
    text: ({ campaign, voucher }) =>
      voucher
        ? { id: 'voucherRedeemed', values: { campaign, ...voucher } }
        : { id: 'leftCampaign', values: { campaign } },
  },
  /** Its code ends, so that no device downloads the profile again. */
  keysErased: {
    from: { status: ['INSTALLED', 'ENABLED', 'DISABLED'] },
    codeState: () => 'DEAD',
    changes: (_, __, at) => ({ profile: { keys_erased_at: at } }),
    event: 'KEYS_ERASED',
    text: ({ days }) => (days === 1 ? { id: 'keysErasedNextDay' } : { id: 'keysErased', values: { days } }),
  },
  recycleSet: {
    lease: 'moves',
    changes: ({ recycleAt, reason }) => ({
      profile: {
        recycle_status: recycleAt ? 'SCHEDULED' : 'NONE',
        recycle_reason: reason,
        recycle_at: recycleAt,
        recycle_begun_at: null,
        recycle_due_at: recycleAt,
      },
    }),
    event: 'RECYCLE_SET',
    text: ({ text }) => text,
  },
  recyclePutBack: {
    changes: ({ to }, _, at) => previousValues(to, at),
    event: 'RECYCLE_SET',
    text: () => ({ id: 'recyclePutBack' }),
  },
  recycleBegun: {
    from: { status: ON_A_DEVICE },
    changes: ({ reason, dueAt }, { recycle_status: status, recycle_at: due }, at) => ({
      profile: {
        recycle_status: 'SCHEDULED',
        recycle_reason: reason,
        recycle_at: status === 'SCHEDULED' && due !== null && due < at ? due : at,
        recycle_begun_at: at,
        recycle_due_at: dueAt,
      },
    }),
    event: 'RECYCLE_BEGUN',
    text: ({ text }) => text,
  },
  recycled: {
    from: { status: NOT_REMOVED },
    orderState: () => 'Available',
    codeState: () => 'DEAD',
    status: () => 'AVAILABLE',
    lease: 'ends',
    pool: (_, { member_state: member }) => (member === null || member === 'TAKEN' ? undefined : 'left'),
    changes: ({ reason }, { member_state: member }, at) => ({
      profile: {
        eid: null,
        ac_format: 'NONE',
        recycle_status: 'RECYCLED',
        recycle_reason: reason,
        recycle_at: at,
        recycle_begun_at: null,
        recycle_due_at: null,
        ...(member === 'TAKEN' ? {} : { campaign_id: null }),
      },
    }),
    event: 'RECYCLED',
    text: ({ text }) => text,
  },
  recycleFailed: {
    from: { status: ON_A_DEVICE },
    changes: (_, _row, at) => ({
      profile: { recycle_status: 'FAILED', recycle_at: at, recycle_due_at: null },
    }),
    event: 'RECYCLE_FAILED',
    text: ({ text }) => text,
  },
}

type DeviceColumns = Pick<ProfileColumns, 'device_brand' | 'device_model' | 'device_release'>

function deviceColumns(device: NamedDevice | undefined): Partial<DeviceColumns> {
  if (!device) return {}
  return { device_brand: device.brand, device_model: device.model, device_release: device.release }
}

/** The profile's own activation code is valid again, with its previous expiry. */
const leaveCampaign = ({ own_expires_at: expires_at, code_kind: kind }: LockedProfile): Changes => ({
  profile: { campaign_id: null },
  ...(kind === 'pooled' ? { code: { kind: 'single', expires_at } } : {}),
})

/** No device can download from a campaign that has ended. */
const isPoolOver = ({ pool_kind: kind, pool_phase: phase }: LockedProfile) => kind === 'campaign' && phase === 'ENDED'

/** A profile that any device can download again returns to its pool, or leaves it if the campaign has ended. */
function backToPool(row: LockedProfile): PoolEffect | undefined {
  if (row.member_state !== 'TAKEN') return undefined
  return isPoolOver(row) ? 'left' : 'free again'
}

const campaignChanges = (row: LockedProfile): Changes => (backToPool(row) === 'left' ? leaveCampaign(row) : {})

const withProfile = (profile: ProfileChanges, changes: Changes): Changes => ({
  ...changes,
  profile: { ...profile, ...changes.profile },
})

function previousValues(to: Before, at: Date): Changes {
  const profile: ProfileChanges = {}
  const code: CodeChanges = {}
  const order: OrderChanges = {}
  if (to.status !== undefined) Object.assign(profile, { status: to.status, status_at: at })
  if (to.orderState !== undefined) {
    Object.assign(profile, { order_state: to.orderState, order_state_at: at })
    Object.assign(order, { state: to.orderState, state_at: at })
  }
  if (to.eid !== undefined) {
    profile.eid = to.eid
    order.eid = to.eid
  }
  if (to.notes !== undefined) profile.notes = to.notes
  if (to.codeState !== undefined) code.state = to.codeState
  if (to.expiresAt !== undefined) code.expires_at = isoTime(to.expiresAt)
  if (to.recycleStatus !== undefined) profile.recycle_status = to.recycleStatus
  if (to.recycleReason !== undefined) profile.recycle_reason = to.recycleReason
  if (to.recycleAt !== undefined) profile.recycle_at = isoTime(to.recycleAt)
  if (to.recycleBegunAt !== undefined) profile.recycle_begun_at = isoTime(to.recycleBegunAt)
  if (to.recycleDueAt !== undefined) profile.recycle_due_at = isoTime(to.recycleDueAt)
  return { profile, code, order, ...(to.groupId === undefined ? {} : { groupId: to.groupId }) }
}
