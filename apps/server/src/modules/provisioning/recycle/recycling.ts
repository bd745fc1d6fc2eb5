import { type EventText, eventSentence } from '@simwright/contract/profiles/event-text'
import type { RecycleReason } from '@simwright/contract/profiles/profile-state'
import { RECYCLE_WAIT_DAYS, type RecycleStep } from '@simwright/contract/provisioning/recycle'
import type { TenantDb } from '../../../db/database.ts'
import {
  type Before,
  type Cause,
  type LockedProfile,
  lockProfiles,
  move,
  ON_A_DEVICE,
  type Transition,
} from '../../profiles/lifecycle/service.ts'
import { insertEntries, insertOutbox } from './queries.ts'

const WAIT_MS = RECYCLE_WAIT_DAYS * 24 * 60 * 60_000

/**
 * `held`: a card has it, or may have it. `free`: no card can have it any more, or ever had. `in stock`: recycled, and not
 * generated again since.
 */
export function standingOf({
  status,
  order_state: state,
}: Pick<LockedProfile, 'status' | 'order_state'>): 'removed' | 'held' | 'in stock' | 'free' {
  if (status === 'REMOVED') return 'removed'
  if (ON_A_DEVICE.includes(status)) return 'held'
  return status === 'AVAILABLE' && state === 'Available' ? 'in stock' : 'free'
}

type Moving = {
  targets: readonly LockedProfile[]
  transition: (target: LockedProfile) => Transition
  step: RecycleStep
  text: EventText
  reasonOf: (target: LockedProfile) => RecycleReason | null
  dueAt?: Date | null
}

/** Moves profiles, with an entry of the log for each. */
async function moveAll(db: TenantDb, cause: Cause, moving: Moving): Promise<ReadonlyMap<string, Before>> {
  const { targets, transition, text, step, reasonOf, dueAt = null } = moving
  if (targets.length === 0) return new Map()
  const { enterpriseId } = cause
  const { before } = await move(
    db,
    cause,
    targets.map((row) => ({ row, transition: transition(row) })),
  )
  await insertEntries(db, enterpriseId, { ...cause, targets, step, reasonOf, dueAt, detail: eventSentence(text) })
  return before
}

/** For people of whatever time zone. */
const spoken = (at: Date) =>
  `${at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** When profiles are to be recycled, or null: not at all. @returns what was set for each before */
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
  const text: EventText = recycleAt ? { id: 'recycleSet', values: { at: spoken(recycleAt) } } : { id: 'recycleUnset' }
  return await moveAll(db, cause, {
    targets,
    step: recycleAt ? 'SET' : 'TAKEN_BACK',
    text,
    dueAt: recycleAt,
    reasonOf: () => reason,
    transition: () => ({ kind: 'recycleSet', recycleAt, reason, text }),
  })
}

/** Puts back what was set before. */
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

/** Its time has come: what no card can have goes into stock; for the others their device has to confirm that it is gone. */
export async function begin(
  db: TenantDb,
  cause: Cause,
  { targets, reason }: { targets: readonly LockedProfile[]; reason: RecycleReason },
): Promise<void> {
  const of = (standing: ReturnType<typeof standingOf>) => targets.filter((target) => standingOf(target) === standing)
  await takeIntoStock(db, cause, { targets: of('free'), reasonOf: () => reason, text: { id: 'recycledUnused' } })
  const dueAt = new Date(cause.at.getTime() + WAIT_MS)
  const text: EventText = { id: 'recycleBegun', values: { until: spoken(dueAt) } }
  await moveAll(db, cause, {
    targets: of('held'),
    step: 'BEGUN',
    text,
    dueAt,
    reasonOf: () => reason,
    transition: () => ({ kind: 'recycleBegun', reason, dueAt, text }),
  })
}

type Taking = Pick<Moving, 'targets' | 'reasonOf' | 'text'>

/** It is sure that no card has them any more: order closed, code dead, back in stock. */
export async function takeIntoStock(db: TenantDb, cause: Cause, taking: Taking): Promise<void> {
  const { targets, reasonOf, text } = taking
  if (targets.length === 0) return
  const { enterpriseId, at, newId } = cause
  await moveAll(db, cause, {
    ...taking,
    step: 'RECYCLED',
    transition: (target) => ({ kind: 'recycled', reason: reasonOf(target), text }),
  })
  await insertOutbox(db, enterpriseId, { targets, at, status: 'Success', newId })
}

/** Nobody confirmed in time: the profile stays where it is. */
export async function giveUp(db: TenantDb, cause: Cause, targets: readonly LockedProfile[]): Promise<void> {
  if (targets.length === 0) return
  const { enterpriseId, at, newId } = cause
  const text: EventText = { id: 'recycleFailed', values: { days: RECYCLE_WAIT_DAYS } }
  await moveAll(db, cause, {
    targets,
    step: 'FAILED',
    text,
    reasonOf: ({ recycle_reason: reason }) => reason,
    transition: () => ({ kind: 'recycleFailed', text }),
  })
  await insertOutbox(db, enterpriseId, { targets, at, status: 'Failed', newId })
}

/** Whether its recycling waits for the device to confirm; also when the device confirms late. */
export const isAwaited = ({
  recycle_status: status,
  recycle_begun_at: begunAt,
}: Pick<LockedProfile, 'recycle_status' | 'recycle_begun_at'>) =>
  begunAt !== null && (status === 'SCHEDULED' || status === 'FAILED')

/** The eUICC has deleted a profile for good, by its verified notification: that confirms its recycling, begun or only set. */
export async function confirmDeletion(db: TenantDb, cause: Cause, { profileId }: { profileId: string }): Promise<void> {
  await takeIntoStock(db, cause, {
    targets: await lockProfiles(db, cause.enterpriseId, [profileId]),
    reasonOf: (target) => (isAwaited(target) ? target.recycle_reason : 'DEVICE_DELETED'),
    text: { id: 'recycledDeleted' },
  })
}
