import type { RecycleReason } from '@simwright/contract/profile-state'
import { RECYCLE_WAIT_DAYS, type RecycleStep } from '@simwright/contract/recycle'
import type { TenantDb } from '../../db/database.ts'
import { type Actor, type ProfileGoal, recordChanges } from '../profiles/service.ts'
import {
  closeOrders,
  insertEntries,
  insertOutbox,
  lockForRecycling,
  moveLeases,
  type RecycleTarget,
} from './queries.ts'

/** Who or what recycles, when, and from where. */
export type Recycling = {
  enterpriseId: string
  at: Date
  actor: Actor
  newId: () => string
  address?: string | undefined
}

const WAIT_MS = RECYCLE_WAIT_DAYS * 24 * 60 * 60_000

/**
 * `held`: a card has it, or may have it. `free`: no card can have it any more, or ever had. `in stock`: recycled, and not
 * generated again since.
 */
export function standingOf({
  status,
  orderState,
}: Pick<RecycleTarget, 'status' | 'orderState'>): 'removed' | 'held' | 'in stock' | 'free' {
  if (status === 'REMOVED') return 'removed'
  if (status === 'DOWNLOADED' || status === 'INSTALLED' || status === 'ENABLED' || status === 'DISABLED') return 'held'
  return status === 'AVAILABLE' && orderState === 'Available' ? 'in stock' : 'free'
}

type Moving = {
  targets: readonly RecycleTarget[]
  to: (target: RecycleTarget) => ProfileGoal
  type: 'RECYCLE_SET' | 'RECYCLE_BEGUN' | 'RECYCLED' | 'RECYCLE_FAILED'
  step: RecycleStep
  reasonOf: (target: RecycleTarget) => RecycleReason | null
  dueAt?: Date | null
  detail: string
  deviceEid?: string | undefined
}

/** Moves profiles, with an event and an entry of the log for each. */
async function move(db: TenantDb, doing: Recycling, moving: Moving): Promise<void> {
  const { enterpriseId, at, actor, newId, address } = doing
  const { targets, to, type, detail, step, reasonOf, dueAt = null, deviceEid } = moving
  if (targets.length === 0) return
  const changes = targets.map((profile) => ({ profile, to: to(profile) }))
  await recordChanges(db, enterpriseId, { changes, type, at, actor, detail, newId, address, deviceEid })
  await insertEntries(db, enterpriseId, { targets, step, reasonOf, dueAt, at, actor, detail, address, newId })
}

/** For people of whatever time zone. */
const spoken = (at: Date) =>
  `${at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** When profiles are to be recycled, or null: not at all. */
export async function setTime(
  db: TenantDb,
  doing: Recycling,
  {
    targets,
    recycleAt,
    why = 'EXPIRE_TIME',
  }: { targets: readonly RecycleTarget[]; recycleAt: Date | null; why?: RecycleReason },
): Promise<void> {
  const reason = recycleAt ? why : null
  await moveLeases(db, doing.enterpriseId, { targets, recycleAt, at: doing.at })
  await move(db, doing, {
    targets,
    type: 'RECYCLE_SET',
    step: recycleAt ? 'SET' : 'TAKEN_BACK',
    detail: recycleAt ? `To be recycled at ${spoken(recycleAt)}.` : 'Not to be recycled any more.',
    dueAt: recycleAt,
    reasonOf: () => reason,
    to: () => ({
      recycleStatus: recycleAt ? 'SCHEDULED' : 'NONE',
      recycleReason: reason,
      recycleAt,
      recycleBegunAt: null,
      recycleDueAt: recycleAt,
    }),
  })
}

/** What a profile's recycling was, for who wants it back. */
export type RecycleBefore = Pick<
  Required<ProfileGoal>,
  'recycleStatus' | 'recycleReason' | 'recycleAt' | 'recycleBegunAt' | 'recycleDueAt'
>

/** Puts back what was set before. */
export async function putBackTime(
  db: TenantDb,
  doing: Recycling,
  { targets, goalOf }: { targets: readonly RecycleTarget[]; goalOf: (target: RecycleTarget) => RecycleBefore },
): Promise<void> {
  await move(db, doing, {
    targets,
    type: 'RECYCLE_SET',
    step: 'TAKEN_BACK',
    detail: 'The recycle time is as it was before.',
    reasonOf: (target) => goalOf(target).recycleReason,
    to: goalOf,
  })
}

/** Its time has come: what no card can have goes into stock; for the others their device has to say that it is gone. */
export async function begin(
  db: TenantDb,
  doing: Recycling,
  { targets, reason }: { targets: readonly RecycleTarget[]; reason: RecycleReason },
): Promise<void> {
  const of = (standing: ReturnType<typeof standingOf>) => targets.filter((target) => standingOf(target) === standing)
  await takeIntoStock(db, doing, {
    targets: of('free'),
    reasonOf: () => reason,
    detail: 'No device has it. It is in stock, without an activation code until it is generated again.',
  })
  const dueAt = new Date(doing.at.getTime() + WAIT_MS)
  await move(db, doing, {
    targets: of('held'),
    type: 'RECYCLE_BEGUN',
    step: 'BEGUN',
    detail: `Its recycling waits for the device to confirm, until ${spoken(dueAt)}.`,
    dueAt,
    reasonOf: () => reason,
    to: ({ recycleAt, recycleStatus }) => ({
      recycleStatus: 'SCHEDULED',
      recycleReason: reason,
      recycleAt: recycleStatus === 'SCHEDULED' && recycleAt !== null && recycleAt < doing.at ? recycleAt : doing.at,
      recycleBegunAt: doing.at,
      recycleDueAt: dueAt,
    }),
  })
}

type Taking = Pick<Moving, 'targets' | 'reasonOf' | 'detail' | 'deviceEid'>

/** It is sure that no card has them any more: order closed, code dead, back in stock. */
export async function takeIntoStock(db: TenantDb, doing: Recycling, taking: Taking): Promise<void> {
  const { enterpriseId, at, newId } = doing
  const { targets } = taking
  if (targets.length === 0) return
  await closeOrders(db, enterpriseId, { targets, at })
  await move(db, doing, {
    ...taking,
    type: 'RECYCLED',
    step: 'RECYCLED',
    to: (target) => ({
      status: 'AVAILABLE',
      orderState: 'Available',
      eid: null,
      recycleStatus: 'RECYCLED',
      recycleReason: taking.reasonOf(target),
      recycleAt: at,
      recycleBegunAt: null,
      recycleDueAt: null,
    }),
  })
  await insertOutbox(db, enterpriseId, { targets, at, status: 'Success', newId })
}

/** Nobody confirmed in time: the profile stays where it is. */
export async function giveUp(db: TenantDb, doing: Recycling, targets: readonly RecycleTarget[]): Promise<void> {
  if (targets.length === 0) return
  await move(db, doing, {
    targets,
    type: 'RECYCLE_FAILED',
    step: 'FAILED',
    detail: `No word of the device within ${RECYCLE_WAIT_DAYS} days: it may still have the profile, which stays as it is.`,
    reasonOf: ({ recycleReason }) => recycleReason,
    to: ({ recycleReason }) => ({
      recycleStatus: 'FAILED',
      recycleReason,
      recycleAt: doing.at,
      recycleDueAt: null,
    }),
  })
  await insertOutbox(db, doing.enterpriseId, { targets, at: doing.at, status: 'Failed', newId: doing.newId })
}

/** Whether the device's word is what its recycling waits for; also when it comes late. */
export const isAwaited = ({ recycleStatus, recycleBegunAt }: Pick<RecycleTarget, 'recycleStatus' | 'recycleBegunAt'>) =>
  recycleBegunAt !== null && (recycleStatus === 'SCHEDULED' || recycleStatus === 'FAILED')

/**
 * The eUICC has deleted a profile for good, by its verified notification: that confirms its recycling, be it begun or only
 * set.
 */
export async function confirmDeletion(
  db: TenantDb,
  doing: Recycling,
  { profileId, eid }: { profileId: string; eid: string },
): Promise<void> {
  const targets = await lockForRecycling(db, doing.enterpriseId, [profileId])
  await takeIntoStock(db, doing, {
    targets,
    reasonOf: (target) => (isAwaited(target) ? target.recycleReason : 'DEVICE_DELETED'),
    detail: 'The device has deleted it. It is in stock, without an activation code until it is generated again.',
    deviceEid: eid,
  })
}
