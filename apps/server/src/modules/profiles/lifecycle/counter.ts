import { metricsOf } from '@simwright/contract/profiles/event-metric'
import { type RawBuilder, sql } from 'kysely'
import { fragment } from '../../../db/fragment.ts'
import type { EnterpriseId, GroupId, ProfileId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'
import { bucketOf } from './bucket.ts'
import type { Cause } from './cause.ts'
import { type Dimensions, dimensionsOf } from './dimension.ts'
import type { Effect } from './effect.ts'
import { currentGroup } from './event.ts'
import type { LockedRow } from './locked-profile.ts'
import type { Refusal } from './transition.ts'

/**
 * A change of a counter: of events, with their dimensions, or of profiles (`status`, `brand`), with the value as
 * `dimension`. `groupId` undefined: the current group of the profile.
 */
export type Delta = {
  metric: string
  dimension: string
  groupId: GroupId | null | undefined
  configurationId: string | null
  delta: number
  event?: Omit<Dimensions, 'group_id' | 'configuration_id'> & Partial<Refusal>
}

export function deltasOf(cause: Pick<Cause, 'device'>, effect: Pick<Effect, 'before' | 'after' | 'event'>): Delta[] {
  return [...eventDeltas(cause, effect), ...profileDeltas(effect)]
}

function eventDeltas(cause: Pick<Cause, 'device'>, effect: Pick<Effect, 'before' | 'after' | 'event'>): Delta[] {
  const { event } = effect
  if (!event) return []
  const { group_id: groupId, configuration_id: configurationId, ...rest } = dimensionsOf(cause, effect)
  const facts = { ...rest, ...event.refusal }
  return metricsOf(event).map((metric) => {
    return { metric, dimension: '', groupId, configurationId, delta: 1, event: facts }
  })
}

/** How many profiles have each status, by configuration too, and a device of each brand. */
function profileDeltas({ before, after }: Pick<Effect, 'before' | 'after'>): Delta[] {
  const deltas: Delta[] = []
  const add = (metric: string, row: LockedRow, delta: number, dimension: string) => {
    const configurationId = metric === 'status' ? row.configuration_id : null
    deltas.push({ metric, dimension, groupId: row.group_id, configurationId, delta })
  }
  const groupChanged = before.group_id !== after.group_id
  const configurationChanged = before.configuration_id !== after.configuration_id
  if (groupChanged || configurationChanged || before.status !== after.status) {
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
    const { metric, dimension, groupId, configurationId, event = {} } = delta
    const key = JSON.stringify([metric, dimension, groupId, configurationId, ...Object.values(event)])
    const sum = sums.get(key)
    sums.set(key, sum ? { ...sum, delta: sum.delta + delta.delta } : delta)
  }
  return [...sums.values()].filter(({ delta }) => delta !== 0)
}

/** Deltas of the same dimensions, which share a row of the queue. */
type QueuedRow = Pick<Delta, 'groupId' | 'configurationId'> & {
  event: Delta['event']
  deltas: Pick<Delta, 'metric' | 'dimension' | 'delta'>[]
}

/** Deltas of profiles need only group and configuration, so they use the row of an event that has the same. */
function queuedRows(deltas: readonly Delta[]): QueuedRow[] {
  const rows = new Map<string, QueuedRow>()
  const rowOf = ({ groupId, configurationId, event }: Delta): QueuedRow => {
    const key = JSON.stringify([groupId, configurationId, ...Object.values(event ?? {})])
    const row = rows.get(key) ?? { groupId, configurationId, event, deltas: [] }
    rows.set(key, row)
    return row
  }
  const [events, profiles] = [deltas.filter(({ event }) => event), deltas.filter(({ event }) => !event)]
  for (const delta of events) rowOf(delta).deltas.push(valuesOf(delta))
  for (const delta of profiles) (findRow(rows, delta) ?? rowOf(delta)).deltas.push(valuesOf(delta))
  return [...rows.values()]
}

const valuesOf = ({ metric, dimension, delta }: Delta) => ({ metric, dimension, delta })

/** Only the status is counted by configuration, too. */
const findRow = (rows: ReadonlyMap<string, QueuedRow>, { metric, groupId, configurationId }: Delta) =>
  [...rows.values()].find(
    (row) => row.groupId === groupId && (metric !== 'status' || row.configurationId === configurationId),
  )

/** SQL: `x(metric, dimension, delta)`, the deltas of a row of the queue. */
export const QUEUED_DELTAS: RawBuilder<unknown> = sql`
  jsonb_to_recordset(deltas) as x(metric text collate "C", dimension text collate "C", delta integer)`

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
  const rows = queuedRows(deltas)
  const bucket = bucketOf(at)
  const group = profileId === undefined ? fragment`r.group_id` : currentGroup(enterpriseId, profileId)
  const of = <T>(value: (event: NonNullable<Delta['event']>) => T) => rows.map(({ event }) => event && value(event))
  return [
    fragment`insert into rollup_queue (enterprise_id, id, deltas, group_id, bucket, configuration_id, campaign_id,
        configuration_version, region, device_brand, device_model, member_id, subject_code, reason_code)
      select ${enterpriseId}::uuid, r.id, r.deltas, ${group}, ${bucket}::timestamptz, r.configuration_id, r.campaign_id,
        r.configuration_version, r.region, r.device_brand, r.device_model, r.member_id, r.subject_code, r.reason_code
      from unnest(${rows.map(newId)}::uuid[], ${rows.map((row) => JSON.stringify(row.deltas))}::jsonb[],
        ${rows.map(({ groupId }) => groupId ?? null)}::uuid[],
        ${rows.map(({ configurationId }) => configurationId)}::uuid[],
        ${of((event) => event.campaign_id)}::uuid[], ${of((event) => event.configuration_version)}::int[],
        ${of((event) => event.region)}::text[], ${of((event) => event.device_brand)}::text[],
        ${of((event) => event.device_model)}::text[], ${of((event) => event.member_id)}::uuid[],
        ${of((event) => event.subjectCode)}::text[], ${of((event) => event.reasonCode)}::text[])
        as r(id, deltas, group_id, configuration_id, campaign_id, configuration_version, region, device_brand,
          device_model, member_id, subject_code, reason_code)`,
  ]
}
