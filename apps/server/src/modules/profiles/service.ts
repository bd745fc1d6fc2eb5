import type { EventType, orderStates, ProfileStatus } from '@simwright/contract/fleet'
import type { TenantDb } from '../../db/database.ts'
import { type Write, writeTogether } from '../../db/write-together.ts'
import { bucketOf } from '../rollup/service.ts'
import { type Delta, deltasWrite, eventWrite, holderOf, profileWrite } from './queries.ts'

export type OrderState = (typeof orderStates)[number]

export type Actor = { kind: 'user'; userId: string } | { kind: 'device' } | { kind: 'system' }

/** One move of a profile: what happened, to which state, by whom, from where. Becomes exactly one event. */
export type ProfileChange = {
  /** As it stands, locked by the caller when a state changes. */
  profile: { id: string; status: ProfileStatus; deviceBrand: string | null; downloads: number }
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
  device?: { brand: string | null; model: string | null }
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
  if (metric) deltas.push(one(metric))
  if (type === 'DOWNLOADED' && profile.downloads > 0) deltas.push(one('redownloaded'))
  if (status && status !== profile.status) deltas.push(one('status', profile.status, -1), one('status', status))
  const brand = holderOf(change)?.brand
  if (brand && brand !== profile.deviceBrand) {
    if (profile.deviceBrand) deltas.push(one('brand', profile.deviceBrand, -1))
    deltas.push(one('brand', brand))
  }
  return deltas
}
