import type { EventType, orderStates, ProfileStatus } from '@simwright/contract/fleet'
import type { RecycleReason, RecycleStatus } from '@simwright/contract/profile-state'
import type { TenantDb } from '../../db/database.ts'
import { type Write, writeTogether } from '../../db/write-together.ts'
import { bucketOf, type CountedChange, groupBrandDimension, groupMetric, queueDeltas } from '../rollup/service.ts'
import {
  type Delta,
  deltasWrite,
  eventWrite,
  groupDeltasWrite,
  holderOf,
  ITS_GROUP,
  insertEvents,
  moveMany,
  type NamedHolder,
  profileWrite,
  selectGroupsOf,
  updateHolders,
  updateMany,
} from './queries.ts'

export { selectGroupsOf } from './queries.ts'

export type OrderState = (typeof orderStates)[number]

export type Actor = { kind: 'user'; userId: string } | { kind: 'device' } | { kind: 'system' }

/** A profile as it stands, as far as counters follow it. */
export type HeldProfile = {
  id: string
  status: ProfileStatus
  deviceBrand: string | null
  downloads: number
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
  const withIds = (deltas: readonly Omit<Delta, 'id'>[]) => deltas.map((delta) => ({ ...delta, id: newId() }))
  const deltas = deltasOf(change)
  if (deltas.length > 0) writes.push(deltasWrite(enterpriseId, withIds(deltas)))
  const ofGroup = groupDeltasOf(change)
  if (ofGroup.length > 0) writes.push(groupDeltasWrite(enterpriseId, change.profile.id, withIds(ofGroup)))
  return writes
}

function deltasOf(change: ProfileChange): Omit<Delta, 'id'>[] {
  const { profile } = change
  const one = deltaAt(change.at)
  return [
    ...metricsOf(change).map((metric) => one(metric)),
    ...statusDeltas(profile, change).map(({ dimension, delta }) => one('status', dimension, delta)),
    ...brandMoves(change).map(({ brand, delta }) => one('brand', brand, delta)),
  ]
}

/** The same of the profile's group, whichever that is: its id is put in where it is written. */
function groupDeltasOf(change: ProfileChange): Omit<Delta, 'id'>[] {
  const { profile } = change
  const one = deltaAt(change.at)
  return [
    ...metricsOf(change).map((metric) => one(groupMetric(metric, ITS_GROUP))),
    ...statusDeltas(profile, change).map(({ dimension, delta }) =>
      one('group', groupDimension(ITS_GROUP, dimension), delta),
    ),
    ...brandMoves(change).map(({ brand, delta }) => one('group', groupBrandDimension(ITS_GROUP, brand), delta)),
  ]
}

const deltaAt =
  (at: Date) =>
  (metric: string, dimension = '', delta = 1) => ({ metric, dimension, bucket: bucketOf(at), delta })

function metricsOf({ type, profile }: ProfileChange): string[] {
  const metric = metrics[type]
  return [...(metric ? [metric] : []), ...(type === 'DOWNLOADED' && profile.downloads > 0 ? ['redownloaded'] : [])]
}

/** What the device's brand becomes, when the profile goes to another. */
function brandMoves(change: ProfileChange): { brand: string; delta: number }[] {
  const before = change.profile.deviceBrand
  const holder = holderOf(change)
  if (!holder || holder.brand === before) return []
  return [
    ...(before ? [{ brand: before, delta: -1 }] : []),
    ...(holder.brand ? [{ brand: holder.brand, delta: 1 }] : []),
  ]
}

type Standing = { status?: ProfileStatus | undefined }
type StatusDelta = { dimension: ProfileStatus; delta: number }

function statusDeltas({ status: before }: HeldProfile, { status }: Standing): StatusDelta[] {
  if (status === undefined || status === before) return []
  return [
    { dimension: before, delta: -1 },
    { dimension: status, delta: 1 },
  ]
}

/** How many profiles a group has in each status: the group's id, a space, the status. */
export const groupDimension = (groupId: string, status: ProfileStatus): string => `${groupId} ${status}`

/** What of one profile becomes what; each profile of {@link recordChanges} has the same names. */
export type ProfileGoal = Standing & {
  groupId?: string | null
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
  /** The group that a profile is in, where the caller has read it under the lock. */
  changes: readonly { profile: HeldProfile & { groupId?: string | null }; to: ProfileGoal }[]
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
  const sums = await sumsOf(db, enterpriseId, changes)
  await updateMany(db, enterpriseId, { changes, at })
  await moveMany(db, enterpriseId, changes)
  await insertEvents(db, enterpriseId, many)
  await queueDeltas(db, enterpriseId, { at, newId, changes: countedOf(sums) })
}

/** What the counters move by, those of groups by status and by brand among them, before anything is moved. */
async function sumsOf(db: TenantDb, enterpriseId: string, changes: ManyChanges['changes']): Promise<Sums> {
  const sums: Sums = new Map()
  const { to: first } = changes[0]!
  if (!('groupId' in first) && first.status === undefined) return sums
  const groups = await groupsBefore(db, enterpriseId, changes)
  for (const { profile, to } of changes) {
    for (const { dimension, delta } of statusDeltas(profile, to)) add(sums, `status\t${dimension}`, delta)
    const from = groups.get(profile.id) ?? null
    addGroup(sums, { groupId: from, status: profile.status, brand: profile.deviceBrand }, -1)
    const groupId = 'groupId' in to ? (to.groupId ?? null) : from
    addGroup(sums, { groupId, status: to.status ?? profile.status, brand: profile.deviceBrand }, 1)
  }
  return sums
}

/** Groups are read here, unless the caller has: whoever moves a profile holds its lock, so what is read under it stays. */
async function groupsBefore(db: TenantDb, enterpriseId: string, changes: ManyChanges['changes']) {
  const isKnown = changes.every(({ profile }) => profile.groupId !== undefined)
  if (isKnown) return new Map(changes.map(({ profile }) => [profile.id, profile.groupId]))
  const ids = changes.map(({ profile }) => profile.id)
  return await selectGroupsOf(db, enterpriseId, ids)
}

/** By metric, tab and dimension. */
type Sums = Map<string, number>

const add = (sums: Sums, key: string, delta: number) => sums.set(key, (sums.get(key) ?? 0) + delta)

type InGroup = { groupId: string | null; status: ProfileStatus; brand: string | null }

function addGroup(sums: Sums, { groupId, status, brand }: InGroup, delta: number): void {
  if (groupId === null) return
  add(sums, `group\t${groupDimension(groupId, status)}`, delta)
  if (brand !== null) add(sums, `group\t${groupBrandDimension(groupId, brand)}`, delta)
}

function countedOf(sums: Sums): CountedChange[] {
  return [...sums].flatMap(([key, delta]) => {
    const [metric = '', dimension = ''] = key.split('\t')
    return delta === 0 ? [] : [{ metric, dimension, delta }]
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
  const counts = new Map<string, Sums>()
  for (const { enterprise_id: enterpriseId, brand, group_id: groupId } of await updateHolders(db, holders)) {
    const sums: Sums = counts.get(enterpriseId) ?? new Map()
    add(sums, `brand\t${brand}`, 1)
    if (groupId) add(sums, `group\t${groupBrandDimension(groupId, brand)}`, 1)
    counts.set(enterpriseId, sums)
  }
  for (const [enterpriseId, sums] of counts)
    await queueDeltas(db, enterpriseId, { at, newId, changes: countedOf(sums) })
}
