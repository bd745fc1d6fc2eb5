import type { Metric } from '@simwright/contract/profiles/event-metric'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import type { EnterpriseId, GroupId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { dequeueDeltas, QUEUED_DELTAS } from '../lifecycle/service.ts'
import { COUNTED, EVENT_METRICS } from './counted.ts'
import { ALL_KINDS, dimensionOf, type Kind } from './kind.ts'
import type { Range } from './range.ts'

const foldQueueStatement = statement(
  'fold queue of counters',
  ({ limit }: { limit: number }) => sql`
    with q as materialized (${dequeueDeltas(limit)}), d as materialized (
      select q.*, x.* from q cross join lateral ${QUEUED_DELTAS}
    ), buckets as (
      insert into rollup as r (enterprise_id, kind, dimension, metric, bucket, count)
      select d.enterprise_id, k.kind, k.dimension, d.metric, d.bucket, sum(d.delta) from d cross join ${ALL_KINDS}
      where d.metric not in ('status', 'brand') and k.dimension is not null
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (enterprise_id, kind, dimension, metric, bucket) do update set count = r.count + excluded.count
    ), profiles as (
      select enterprise_id, metric, dimension, group_id, delta from d where metric in ('status', 'brand')
      union all
      select enterprise_id, 'configuration', configuration_id || '/' || dimension, group_id, delta from d
      where metric = 'status' and configuration_id is not null
    ), counted as (
      select enterprise_id, metric, dimension, null::uuid as group_id, delta from profiles
      union all
      select enterprise_id, metric, dimension, group_id, delta from profiles where group_id is not null
    ), totals as (
      insert into current_count as c (enterprise_id, metric, group_id, dimension, count)
      select enterprise_id, metric, group_id, dimension, sum(delta) from counted
      group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
      on conflict (enterprise_id, metric, group_id, dimension) do update set count = c.count + excluded.count
    )
    select count(*) as folded from q
  `,
  { present: ['folded'], planned: 'per call' },
)

/**
 * Adds the deltas of up to `limit` rows of the queue to the counters and deletes them, in the caller's transaction; none
 * while another consumer does so. A delta of an event counts once for each kind of dimension, that of a profile for
 * the enterprise and for its group. Counters are locked in one order, so that two consumers never deadlock.
 * @returns how many rows were deleted
 */
export async function foldQueue(db: SystemDb, limit: number): Promise<number> {
  return (await foldQueueStatement(db, { limit }))[0]?.folded ?? 0
}

/** A sum within one of the segments into which `bounds` cut the time; the first segment, 0, is before all bounds. */
export type SegmentSum = { segment: number; dimension: string; metric: Metric; count: number }

type SumQuery = Range & {
  metrics: readonly Metric[]
  kind: Kind
  /** Only these dimensions. */
  dimensions?: readonly string[] | undefined
  /** Ascending. */
  bounds: readonly Date[]
}

const sumsStatement = shapedStatement(
  'select sums',
  ({
    bounds,
    enterpriseId,
    kind,
    metrics,
    from,
    to,
    only,
  }: Pick<SumQuery, 'bounds' | 'kind' | 'metrics' | 'from' | 'to'> & {
    enterpriseId: EnterpriseId
    only: RawBuilder<unknown>
  }) => sql`
    select ${segmentOf(sql`bucket`, bounds)} as segment, dimension, metric, sum(count)::int8 as count from rollup
    where enterprise_id = ${enterpriseId} and kind = ${kind} and metric = any(${metrics}::text[])
      and bucket >= ${from} and bucket < ${to} ${only}
    group by 1, 2, 3`,
  { present: ['segment', 'count'], shapes: [{ only: sql`` }] },
)

export async function selectSums(
  db: TenantDb,
  { metrics, kind, dimensions, bounds, from, to }: SumQuery,
): Promise<SegmentSum[]> {
  const only = dimensions ? sql`and dimension = any(${dimensions}::text[])` : sql``
  return (await sumsStatement(db, {
    bounds,
    enterpriseId: db.enterpriseId,
    kind,
    metrics,
    from,
    to,
    only,
  })) as SegmentSum[]
}

/**
 * The counters of one group, or of the enterprise as a whole. A limited member has no such whole: the counters of its
 * groups are added up, and the database shows no others.
 */
function ofGroup(enterpriseId: EnterpriseId, groupId: GroupId | null): RawBuilder<boolean> {
  if (groupId !== null) return sql`group_id = ${groupId}`
  return groupLimitIn(enterpriseId) ? sql`group_id is not null` : sql`group_id is null`
}

const eventSumsStatement = shapedStatement(
  'select sums of events',
  ({
    bounds,
    kind,
    enterpriseId,
    groupIds,
    metrics,
    from,
    to,
  }: Pick<Omit<SumQuery, 'dimensions'>, 'bounds' | 'kind' | 'metrics' | 'from' | 'to'> & {
    enterpriseId: EnterpriseId
    groupIds: readonly GroupId[]
  }) => sql`
    select ${segmentOf(sql`d.at`, bounds)} as segment, ${dimensionOf(kind)} as dimension, d.metric, count(*) as count
    from (
      select e.*, m.metric from profile_event e join ${EVENT_METRICS} on ${COUNTED}
      where e.enterprise_id = ${enterpriseId} and e.group_id = any(${groupIds}::uuid[]) and m.metric = any(${metrics}::text[])
        and e.at >= ${from} and e.at < ${to}
    ) d
    where ${dimensionOf(kind)} is not null group by 1, 2, 3`,
  { present: ['segment', 'dimension', 'metric', 'count'], shapes: [{ kind: 'total' }] },
)

/** Like `selectSums`, of the events that happened in these groups. */
export async function selectEventSums(
  db: TenantDb,
  { metrics, kind, bounds, from, to, groupIds }: Omit<SumQuery, 'dimensions'> & { groupIds: readonly GroupId[] },
): Promise<SegmentSum[]> {
  return (await eventSumsStatement(db, {
    bounds,
    kind,
    enterpriseId: db.enterpriseId,
    groupIds,
    metrics,
    from,
    to,
  })) as SegmentSum[]
}

/** Whether all changes before this time are in the counters. The queue is short: it is folded each second. */
export async function isFolded(db: TenantDb, before: Date): Promise<boolean> {
  const waiting = await db
    .selectFrom('rollup_queue')
    .select('id')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('bucket', '<', before)
    .limit(1)
    .executeTakeFirst()
  return waiting === undefined
}

const segmentOf = (at: RawBuilder<unknown>, bounds: readonly Date[]) =>
  sql`width_bucket(${at}, ${bounds}::timestamptz(3)[])`

type CurrentQuery = { metric: 'status' | 'brand' | 'configuration'; groupId?: GroupId | null }

/**
 * How many profiles have each status, or a device of each brand, most first; `configuration`: each status by
 * configuration (`<configuration id>/<status>`). @param groupId null: of all groups
 */
export async function selectCurrent(
  db: TenantDb,
  { metric, groupId = null }: CurrentQuery,
): Promise<{ dimension: string; count: number }[]> {
  const { enterpriseId } = db
  return await db
    .selectFrom('current_count')
    .select(['dimension', (eb) => eb.fn.sum<number>('count').as('count')])
    .where('enterprise_id', '=', enterpriseId)
    .where('metric', '=', metric)
    .where(ofGroup(enterpriseId, groupId))
    .where('count', '>', 0)
    .groupBy('dimension')
    .orderBy('count', 'desc')
    .orderBy('dimension')
    .execute()
}

/** Whether {@link foldQueue} finds a delta. By the key, because the table is mostly deleted rows while many are folded. */
export const deltasDue = () =>
  condition`((select true from rollup_queue order by enterprise_id, id limit 1) is not null)`
