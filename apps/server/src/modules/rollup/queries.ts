import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'

/**
 * Takes up to `limit` queued deltas and folds them into the counters, in the caller's transaction: rows that another
 * consumer holds are passed over. Counters are touched in one order, so that two consumers cannot block each other.
 * @returns how many deltas were folded.
 */
export async function foldQueue(db: TenantDb, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from rollup_queue where (enterprise_id, id) in (
        select enterprise_id, id from rollup_queue order by enterprise_id, id limit ${limit} for update skip locked)
      returning enterprise_id, metric, dimension, bucket, delta
    ), buckets as (
      insert into rollup as r (enterprise_id, metric, dimension, bucket, count)
      select enterprise_id, metric, dimension, bucket, sum(delta) from taken
      where metric not in ('status', 'brand', 'group')
      group by 1, 2, 3, 4 order by 1, 2, 4, 3
      on conflict (enterprise_id, metric, bucket, dimension) do update set count = r.count + excluded.count
    ), totals as (
      insert into current_count as c (enterprise_id, metric, dimension, count)
      select enterprise_id, metric, dimension, sum(delta) from taken
      where metric in ('status', 'brand', 'group')
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (enterprise_id, metric, dimension) do update set count = c.count + excluded.count
    )
    select count(*) as folded from taken
  `.execute(db)
  return rows[0]?.folded ?? 0
}

/** The sum of a metric between two instants that lie on the grid of buckets. */
export async function selectSums(
  db: TenantDb,
  enterpriseId: string,
  { metrics, from, to }: { metrics: readonly string[]; from: Date; to: Date },
): Promise<{ metric: string; bucket: Date; count: number }[]> {
  return await db
    .selectFrom('rollup')
    .select(['metric', 'bucket', (eb) => eb.fn.sum<number>('count').as('count')])
    .where('enterprise_id', '=', enterpriseId)
    .where('metric', 'in', [...metrics])
    .where('bucket', '>=', from)
    .where('bucket', '<', to)
    .groupBy(['metric', 'bucket'])
    .execute()
}

export async function selectCurrent(
  db: TenantDb,
  enterpriseId: string,
  metric: 'status' | 'brand' | 'group',
): Promise<{ dimension: string; count: number }[]> {
  return await db
    .selectFrom('current_count')
    .select(['dimension', 'count'])
    .where('enterprise_id', '=', enterpriseId)
    .where('metric', '=', metric)
    .where('count', '>', 0)
    .orderBy('count', 'desc')
    .execute()
}

/** By the prefix that `groupBrandDimension` gives them. */
export async function selectGroupBrands(
  db: TenantDb,
  enterpriseId: string,
  groupId: string,
): Promise<{ dimension: string; count: number }[]> {
  const { rows } = await sql<{ dimension: string; count: number }>`
    select substr(dimension, ${groupId.length + 2}) as dimension, count from current_count
    where enterprise_id = ${enterpriseId} and metric = 'group' and count > 0
      and dimension >= ${`${groupId}/`} and dimension < ${`${groupId}0`}
    order by count desc, dimension`.execute(db)
  return rows
}

export type QueuedDelta = { id: string; metric: string; dimension: string; bucket: Date; delta: number }

export async function insertDeltas(db: TenantDb, enterpriseId: string, deltas: readonly QueuedDelta[]): Promise<void> {
  await sql`
    insert into rollup_queue (enterprise_id, id, metric, dimension, bucket, delta)
    select ${enterpriseId}::uuid, r.id, r.metric, r.dimension, r.bucket, r.delta
    from unnest(${deltas.map(({ id }) => id)}::uuid[], ${deltas.map(({ metric }) => metric)}::text[],
      ${deltas.map(({ dimension }) => dimension)}::text[], ${deltas.map(({ bucket }) => bucket)}::timestamptz[],
      ${deltas.map(({ delta }) => delta)}::int[]) as r(id, metric, dimension, bucket, delta)`.execute(db)
}
