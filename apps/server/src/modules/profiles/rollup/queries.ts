import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, GroupId } from '../../../db/row-id.ts'
import { dequeueDeltas } from '../lifecycle/service.ts'

type Folded = { folded: number }

/**
 * Adds up to `limit` queued deltas to the counters and deletes them, in the caller's transaction. Rows that another
 * consumer has locked are skipped. A delta with a group counts for the enterprise and for the group. Counters are
 * locked in one order, so that two consumers never deadlock.
 * @returns how many deltas were added
 */
export async function foldQueue(db: TenantDb, limit: number): Promise<number> {
  const { rows } = await sql<Folded>`
    with taken as (${dequeueDeltas(limit)}), counted as (
      select enterprise_id, metric, dimension, null::uuid as group_id, bucket, delta from taken
      union all
      select enterprise_id, metric, dimension, group_id, bucket, delta from taken where group_id is not null
    ), buckets as (
      insert into rollup as r (enterprise_id, metric, group_id, bucket, dimension, count)
      select enterprise_id, metric, group_id, bucket, dimension, sum(delta) from counted
      where metric not in ('status', 'brand')
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (enterprise_id, metric, group_id, bucket, dimension) do update set count = r.count + excluded.count
    ), totals as (
      insert into current_count as c (enterprise_id, metric, group_id, dimension, count)
      select enterprise_id, metric, group_id, dimension, sum(delta) from counted
      where metric in ('status', 'brand')
      group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
      on conflict (enterprise_id, metric, group_id, dimension) do update set count = c.count + excluded.count
    )
    select count(*) as folded from taken
  `.execute(db)
  return rows[0]?.folded ?? 0
}

/** The sums of metrics by bucket, between the starts of two buckets. @param groupId null: of all groups */
export async function selectSums(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { metrics, groupId, from, to }: { metrics: readonly string[]; groupId: GroupId | null; from: Date; to: Date },
): Promise<{ metric: string; bucket: Date; count: number }[]> {
  return await db
    .selectFrom('rollup')
    .select(['metric', 'bucket', (eb) => eb.fn.sum<number>('count').as('count')])
    .where('enterprise_id', '=', enterpriseId)
    .where('metric', 'in', [...metrics])
    .where('group_id', groupId === null ? 'is' : '=', groupId)
    .where('bucket', '>=', from)
    .where('bucket', '<', to)
    .groupBy(['metric', 'bucket'])
    .execute()
}

/** How many profiles have each status, or a device of each brand, most first. @param groupId null: of all groups */
export async function selectCurrent(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { metric, groupId = null }: { metric: 'status' | 'brand'; groupId?: GroupId | null },
): Promise<{ dimension: string; count: number }[]> {
  return await db
    .selectFrom('current_count')
    .select(['dimension', 'count'])
    .where('enterprise_id', '=', enterpriseId)
    .where('metric', '=', metric)
    .where('group_id', groupId === null ? 'is' : '=', groupId)
    .where('count', '>', 0)
    .orderBy('count', 'desc')
    .orderBy('dimension')
    .execute()
}
