import type { EventType } from '@simwright/contract/profiles/fleet'
import { fragment } from '../../../db/fragment.ts'
import type { EnterpriseId, GroupId, ProfileId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'
import { bucketOf } from './bucket.ts'
import type { Effect } from './effect.ts'
import type { LockedRow } from './locked-profile.ts'

/** The counter that an event increments. */
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

/**
 * A change of a counter. `metric` is that of an event, or `status` or `brand`, with the value as `dimension`. Applies
 * to the counter of the enterprise and to that of the group; `undefined`: the current group of the profile.
 */
export type Delta = { metric: string; dimension: string; groupId: GroupId | null | undefined; delta: number }

type CountedMove = Pick<Effect, 'before' | 'after'> & { eventType: EventType | undefined }

export function deltasOf({ before, after, eventType }: CountedMove): Delta[] {
  const deltas: Delta[] = []
  const add = (metric: string, { group_id: groupId }: LockedRow, delta: number, dimension = '') =>
    deltas.push({ metric, dimension, groupId, delta })
  const metric = eventType && metrics[eventType]
  if (metric) add(metric, after, 1)
  if (eventType === 'DOWNLOADED' && before.downloads > 0) add('redownloaded', after, 1)
  const groupChanged = before.group_id !== after.group_id
  if (groupChanged || before.status !== after.status) {
    add('status', before, -1, before.status)
    add('status', after, 1, after.status)
  }
  if (groupChanged || before.device_brand !== after.device_brand) {
    if (before.device_brand !== null) add('brand', before, -1, before.device_brand)
    if (after.device_brand !== null) add('brand', after, 1, after.device_brand)
  }
  return deltas
}

/** One delta for each counter, without those that add up to zero. */
export function sumDeltas(deltas: readonly Delta[]): Delta[] {
  const sums = new Map<string, Delta>()
  for (const delta of deltas) {
    const key = JSON.stringify([delta.metric, delta.dimension, delta.groupId])
    const sum = sums.get(key)
    sums.set(key, sum ? { ...sum, delta: sum.delta + delta.delta } : delta)
  }
  return [...sums.values()].filter(({ delta }) => delta !== 0)
}

type CountContext = { enterpriseId: EnterpriseId; at: Date; newId: () => string }

/**
 * Queues the deltas; a job adds them to the counters. `profileId`: all deltas are of this profile, whose group is
 * looked up.
 */
export function countWrites(
  { enterpriseId, at, newId }: CountContext,
  deltas: readonly Delta[],
  profileId: ProfileId | undefined,
): Write[] {
  if (deltas.length === 0) return []
  const bucket = bucketOf(at)
  const group =
    profileId === undefined
      ? fragment`r.group_id`
      : fragment`(select group_id from profile_place where enterprise_id = ${enterpriseId} and profile_id = ${profileId})`
  return [
    fragment`insert into rollup_queue (enterprise_id, id, metric, dimension, group_id, bucket, delta)
      select ${enterpriseId}::uuid, r.id, r.metric, r.dimension, ${group}, ${bucket}::timestamptz, r.delta
      from unnest(${deltas.map(newId)}::uuid[], ${deltas.map(({ metric }) => metric)}::text[],
        ${deltas.map(({ dimension }) => dimension)}::text[], ${deltas.map(({ groupId }) => groupId ?? null)}::uuid[],
        ${deltas.map(({ delta }) => delta)}::int[]) as r(id, metric, dimension, group_id, delta)`,
  ]
}
