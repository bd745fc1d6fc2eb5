import type { EventType, orderStates, ProfileStatus } from '@simwright/contract/fleet'
import type { RecycleReason, RecycleStatus } from '@simwright/contract/profile-state'
import type { TenantDb } from '../../db/database.ts'
import { type Write, writeTogether } from '../../db/write-together.ts'
import { bucketOf, groupBrandDimension, groupMetric } from '../rollup/service.ts'
import {
  type Delta,
  deltasWrite,
  eventWrite,
  holderOf,
  insertEvents,
  type NamedHolder,
  profileWrite,
  updateHolders,
  updateMany,
} from './queries.ts'

export type OrderState = (typeof orderStates)[number]

export type Actor = { kind: 'user'; userId: string } | { kind: 'device' } | { kind: 'system' }

/** A profile as it stands, as far as counters follow it. */
export type HeldProfile = {
  id: string
  status: ProfileStatus
  deviceBrand: string | null
  downloads: number
  groupId: string | null
}

/** What is known of a device: by its TAC, and the 3GPP release that it announces. */
export type NamedDevice = { brand: string | null; model: string | null; release: number | null }

/** One move of a profile: what happened, to which state, by whom, from where. Becomes exactly one event. */
export type ProfileChange = {
  /** As it stands, locked by the caller when a state changes. */
  profile: HeldProfile
  type: EventType
  at: Date
  actor: Actor
  /** For people: a sentence that says what happened. */
  detail: string
  status?: ProfileStatus
  orderState?: OrderState
  /** The EID that the profile is bound to from now on; null sets it free. */
  eid?: string | null
  /** The EID of the device that spoke. */
  deviceEid?: string
  device?: NamedDevice | undefined
  address?: string
  /** Subject and reason code of SGP.22, where the SM-DP+ refused. */
  refusal?: { subjectCode: string; reasonCode: string }
  /** The raw message in device_message. */
  messageId?: string
}

/** Counters that each type of event moves. */
const metrics: Partial<Record<EventType, string>> = {
  GENERATED: 'generated',
  GENERATED_AGAIN: 'generated',
  DOWNLOADED: 'downloaded',
  INSTALLED: 'installed',
  INSTALL_FAILED: 'failed',
  ENABLED: 'enabled',
  DISABLED: 'disabled',
  DELETED: 'deleted',
  ERROR: 'failed',
  REFUSED: 'refused',
}

type Recording = { change: ProfileChange; newId: () => string }

/**
 * Writes the event, moves the profile and queues the counters' deltas, in the caller's transaction.
 * The only way in which one profile changes; a batch that generates writes the same rows in bulk.
 */
export async function recordChange(db: TenantDb, enterpriseId: string, recording: Recording): Promise<void> {
  await writeTogether(db, changeWrites(enterpriseId, recording))
}

/** The same for who has more to write with it; {@link writeTogether} runs it. */
export function changeWrites(enterpriseId: string, { change, newId }: Recording): Write[] {
  const writes = [eventWrite(enterpriseId, change, newId())]
  const moved = profileWrite(enterpriseId, change)
  if (moved) writes.push(moved)
  const deltas = deltasOf(change).map((delta) => ({ ...delta, id: newId() }))
  if (deltas.length > 0) writes.push(deltasWrite(enterpriseId, deltas))
  return writes
}

function deltasOf(change: ProfileChange): Omit<Delta, 'id'>[] {
  const { profile, status, type } = change
  const bucket = bucketOf(change.at)
  const one = (metric: string, dimension = '', delta = 1) => ({ metric, dimension, bucket, delta })
  const deltas: Omit<Delta, 'id'>[] = []
  const metric = metrics[type]
  const count = (metric: string) => {
    deltas.push(one(metric))
    if (profile.groupId) deltas.push(one(groupMetric(metric, profile.groupId)))
  }
  if (metric) count(metric)
  if (type === 'DOWNLOADED' && profile.downloads > 0) count('redownloaded')
  for (const { dimension, delta } of statusDeltas(profile, { status })) deltas.push(one('status', dimension, delta))
  for (const { dimension, delta } of groupDeltas(profile, { status })) deltas.push(one('group', dimension, delta))
  const holder = holderOf(change)
  if (holder && holder.brand !== profile.deviceBrand) {
    const { groupId } = profile
    const move = (brand: string | null, delta: number) => {
      if (brand) deltas.push(one('brand', brand, delta))
      if (brand && groupId) deltas.push(one('group', groupBrandDimension(groupId, brand), delta))
    }
    move(profile.deviceBrand, -1)
    move(holder.brand, 1)
  }
  return deltas
}

type CountedDelta = { dimension: string; delta: number }

type Standing = { status?: ProfileStatus | undefined; groupId?: string | null | undefined }

function statusDeltas({ status: before }: HeldProfile, { status }: Standing): CountedDelta[] {
  if (status === undefined || status === before) return []
  return [
    { dimension: before, delta: -1 },
    { dimension: status, delta: 1 },
  ]
}

/** How many profiles a group has in each status: the group's id, a space, the status. */
export const groupDimension = (groupId: string, status: ProfileStatus): string => `${groupId} ${status}`

function groupDeltas(before: HeldProfile, to: Standing): CountedDelta[] {
  const { status = before.status, groupId = before.groupId } = to
  if (status === before.status && groupId === before.groupId) return []
  return [
    ...(before.groupId ? [{ dimension: groupDimension(before.groupId, before.status), delta: -1 }] : []),
    ...(groupId ? [{ dimension: groupDimension(groupId, status), delta: 1 }] : []),
    ...(groupId === before.groupId ? [] : brandMoves(before, groupId)),
  ]
}

/** A profile that changes its group takes the brand of its device along. */
function brandMoves({ deviceBrand, groupId: from }: HeldProfile, to: string | null): CountedDelta[] {
  if (!deviceBrand) return []
  return [
    ...(from ? [{ dimension: groupBrandDimension(from, deviceBrand), delta: -1 }] : []),
    ...(to ? [{ dimension: groupBrandDimension(to, deviceBrand), delta: 1 }] : []),
  ]
}

/** What of one profile becomes what; each profile of {@link recordChanges} has the same names. */
export type ProfileGoal = Standing & {
  orderState?: OrderState
  eid?: string | null
  notes?: string | null
  recycleStatus?: RecycleStatus
  recycleReason?: RecycleReason | null
  recycleAt?: Date | null
  recycleBegunAt?: Date | null
  recycleDueAt?: Date | null
}

export type ManyChanges = {
  changes: readonly { profile: HeldProfile; to: ProfileGoal }[]
  type: EventType
  at: Date
  actor: Actor
  detail: string
  newId: () => string
  /** Where a message came from that made it happen, and which device it is about. */
  address?: string | undefined
  deviceEid?: string | undefined
}

/**
 * As {@link recordChange} for many profiles at once, which the caller has locked: an event for each, in a few statements.
 */
export async function recordChanges(db: TenantDb, enterpriseId: string, many: ManyChanges): Promise<void> {
  const { changes, at, newId } = many
  if (changes.length === 0) return
  await updateMany(db, enterpriseId, { changes, at })
  await insertEvents(db, enterpriseId, many)
  const sums = new Map<string, number>()
  const add = (metric: string, { dimension, delta }: CountedDelta) => {
    const key = `${metric}\t${dimension}`
    sums.set(key, (sums.get(key) ?? 0) + delta)
  }
  for (const { profile, to } of changes) {
    for (const delta of statusDeltas(profile, to)) add('status', delta)
    for (const delta of groupDeltas(profile, to)) add('group', delta)
  }
  const deltas = deltasOfSums(sums, { at, newId })
  if (deltas.length > 0) await writeTogether(db, [deltasWrite(enterpriseId, deltas)])
}

/** From sums by metric, tab and dimension. */
function deltasOfSums(sums: ReadonlyMap<string, number>, { at, newId }: { at: Date; newId: () => string }): Delta[] {
  const bucket = bucketOf(at)
  return [...sums].flatMap(([key, delta]): Delta[] => {
    const [metric = '', dimension = ''] = key.split('\t')
    return delta === 0 ? [] : [{ id: newId(), metric, dimension, bucket, delta }]
  })
}

/**
 * Devices whose TAC has become known give their profiles brand and model; what had one keeps it. For those who may reach
 * the rows of all.
 */
export async function nameHolders(
  db: TenantDb,
  { holders, at, newId }: { holders: readonly NamedHolder[]; at: Date; newId: () => string },
): Promise<void> {
  const counts = new Map<string, Map<string, number>>()
  for (const { enterprise_id: enterpriseId, brand, group_id: groupId } of await updateHolders(db, holders)) {
    const sums = counts.get(enterpriseId) ?? new Map<string, number>()
    const add = (key: string) => sums.set(key, (sums.get(key) ?? 0) + 1)
    add(`brand\t${brand}`)
    if (groupId) add(`group\t${groupBrandDimension(groupId, brand)}`)
    counts.set(enterpriseId, sums)
  }
  for (const [enterpriseId, sums] of counts)
    await writeTogether(db, [deltasWrite(enterpriseId, deltasOfSums(sums, { at, newId }))])
}
