import { type EventText, eventSentence } from '@simwright/contract/profiles/event-text'
import type { RecycleReason } from '@simwright/contract/profiles/profile-state'
import { RECYCLE_WAIT_DAYS, type RecycleStep } from '@simwright/contract/provisioning/recycle'
import type { TenantDb } from '../../../db/database.ts'
import type { ProfileId } from '../../../db/row-id.ts'
import {
  type Before,
  type Cause,
  type LockedProfile,
  lockProfiles,
  move,
  ON_A_DEVICE,
  type Transition,
} from '../../profiles/lifecycle/service.ts'
import { insertEntries } from './queries.ts'

const WAIT_MS = RECYCLE_WAIT_DAYS * 24 * 60 * 60_000

/**
 * `held`: a eUICC has the profile or may have it. `free`: no eUICC can have it. `in stock`: recycled, and not
 * generated again since. `removed`: deleted in the portal.
 */
export function stockStateOf({
  status,
  order_state: state,
}: Pick<LockedProfile, 'status' | 'order_state'>): 'removed' | 'held' | 'in stock' | 'free' {
  if (status === 'REMOVED') return 'removed'
  if (ON_A_DEVICE.includes(status)) return 'held'
  return status === 'AVAILABLE' && state === 'Available' ? 'in stock' : 'free'
}

/** A profile whose keys were erased is not used again. */
const hasKeys = ({ keys_erased_at: erasedAt }: LockedProfile) => erasedAt === null

type RecycleMove = {
  targets: readonly LockedProfile[]
  transition: (target: LockedProfile) => Transition
  step: RecycleStep
  text: EventText
  reasonOf: (target: LockedProfile) => RecycleReason | null
  dueAt?: Date | null
}

/** Applies a transition to profiles and writes a log entry for each. @returns the previous values by profile ID */
async function moveAll(db: TenantDb, cause: Cause, recycleMove: RecycleMove): Promise<ReadonlyMap<string, Before>> {
  const { targets, transition, text, step, reasonOf, dueAt = null } = recycleMove
  if (targets.length === 0) return new Map()
  const { before } = await move(
    db,
    cause,
    targets.map((row) => ({ row, transition: transition(row) })),
  )
  await insertEntries(db, { ...cause, targets, step, reasonOf, dueAt, detail: eventSentence(text) })
  return before
}

/** A time in UTC, in words. */
const timeText = (at: Date) =>
  `${at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** Sets the recycle time of profiles; null removes it. @returns the previous values by profile ID */
export async function setTime(
  db: TenantDb,
  cause: Cause,
  {
    targets,
    recycleAt,
    why = 'EXPIRE_TIME',
  }: { targets: readonly LockedProfile[]; recycleAt: Date | null; why?: RecycleReason },
): Promise<ReadonlyMap<string, Before>> {
  const reason = recycleAt ? why : null
  const reusable = recycleAt ? targets.filter(hasKeys) : targets
  const text: EventText = recycleAt ? { id: 'recycleSet', values: { at: timeText(recycleAt) } } : { id: 'recycleUnset' }
  return await moveAll(db, cause, {
    targets: reusable,
    step: recycleAt ? 'SET' : 'TAKEN_BACK',
    text,
    dueAt: recycleAt,
    reasonOf: () => reason,
    transition: () => ({ kind: 'recycleSet', recycleAt, reason, text }),
  })
}

/** Restores previous recycle times. */
export async function putBackTime(
  db: TenantDb,
  cause: Cause,
  { targets, previousOf }: { targets: readonly LockedProfile[]; previousOf: (target: LockedProfile) => Before },
): Promise<void> {
  await moveAll(db, cause, {
    targets,
    step: 'TAKEN_BACK',
    text: { id: 'recyclePutBack' },
    reasonOf: (target) => previousOf(target).recycleReason ?? null,
    transition: (target) => ({ kind: 'recyclePutBack', to: previousOf(target) }),
  })
}

/**
 * Begins recycling: profiles no eUICC can have go into stock; the others wait until their device confirms the deletion.
 */
export async function beginRecycling(
  db: TenantDb,
  cause: Cause,
  { targets, reason }: { targets: readonly LockedProfile[]; reason: RecycleReason },
): Promise<void> {
  const inState = (state: ReturnType<typeof stockStateOf>) =>
    targets.filter((target) => hasKeys(target) && stockStateOf(target) === state)
  await takeIntoStock(db, cause, { targets: inState('free'), reasonOf: () => reason, text: { id: 'recycledUnused' } })
  const dueAt = new Date(cause.at.getTime() + WAIT_MS)
  const text: EventText = { id: 'recycleBegun', values: { until: timeText(dueAt) } }
  await moveAll(db, cause, {
    targets: inState('held'),
    step: 'BEGUN',
    text,
    dueAt,
    reasonOf: () => reason,
    transition: () => ({ kind: 'recycleBegun', reason, dueAt, text }),
  })
}

type StockMove = Pick<RecycleMove, 'targets' | 'reasonOf' | 'text'>

/** Takes profiles that are certainly on no eUICC back into stock: closes their orders and invalidates their codes. */
export async function takeIntoStock(db: TenantDb, cause: Cause, stockMove: StockMove): Promise<void> {
  const { reasonOf, text } = stockMove
  const targets = stockMove.targets.filter(hasKeys)
  if (targets.length === 0) return
  await moveAll(db, cause, {
    ...stockMove,
    targets,
    step: 'RECYCLED',
    transition: (target) => ({ kind: 'recycled', reason: reasonOf(target), text }),
  })
}

/** Fails the recycling that no device confirmed in time; the profile's status does not change. */
export async function failRecycling(db: TenantDb, cause: Cause, targets: readonly LockedProfile[]): Promise<void> {
  if (targets.length === 0) return
  const text: EventText = { id: 'recycleFailed', values: { days: RECYCLE_WAIT_DAYS } }
  await moveAll(db, cause, {
    targets,
    step: 'FAILED',
    text,
    reasonOf: ({ recycle_reason: reason }) => reason,
    transition: () => ({ kind: 'recycleFailed', text }),
  })
}

/** Whether recycling has begun and a confirmation by the device still counts, in time or late. */
export const awaitsConfirmation = ({
  recycle_status: status,
  recycle_begun_at: begunAt,
}: Pick<LockedProfile, 'recycle_status' | 'recycle_begun_at'>) =>
  begunAt !== null && (status === 'SCHEDULED' || status === 'FAILED')

/** Recycles a profile after the eUICC's verified notification that it was deleted and cannot be downloaded again. */
export async function confirmDeletion(
  db: TenantDb,
  cause: Cause,
  { profileId }: { profileId: ProfileId },
): Promise<void> {
  await takeIntoStock(db, cause, {
    targets: await lockProfiles(db, cause.enterpriseId, [profileId]),
    reasonOf: (target) => (awaitsConfirmation(target) ? target.recycle_reason : 'DEVICE_DELETED'),
    text: { id: 'recycledDeleted' },
  })
}
