import { sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { RollupServer as Server } from '../../../port/module.ts'
import { bucketSql, DAY_MS, HOUR_MS, hourOf, hoursBefore, type Range } from './range.ts'
import { lockUnmerged, updateMerged } from './state.ts'

const oldestStatement = statement(
  'select oldest bucket of counters',
  ({ enterpriseId, mergedTo }: { enterpriseId: EnterpriseId; mergedTo: Date }) => sql`
    select min(bucket) as bucket from rollup where enterprise_id = ${enterpriseId} and bucket >= ${mergedTo}`,
  { planned: 'per call' },
)

/**
 * Merges the next day of some enterprise's buckets that are older than 60 days into hours. @returns whether there was one
 */
export async function mergeNext({ db, clock }: Pick<Server, 'db' | 'clock'>): Promise<boolean> {
  const now = clock.now()
  // readers whose clock is up to an hour slow still expect quarters after this time
  const end = new Date(hoursBefore(now).getTime() - HOUR_MS)
  return await db.systemTx(async (db) => {
    const unmerged = await lockUnmerged(db, new Date(end.getTime() - DAY_MS))
    if (!unmerged) return false
    const { enterpriseId, mergedTo } = unmerged
    const oldest = (await oldestStatement(db, { enterpriseId, mergedTo }))[0]!.bucket
    const from = oldest === null || oldest > end ? end : hourOf(oldest)
    const to = new Date(Math.min(from.getTime() + DAY_MS, end.getTime()))
    await mergeBuckets(db, { enterpriseId, from, to, now })
    await updateMerged(db, enterpriseId, to)
    return true
  })
}

type Merging = Range & { enterpriseId: EnterpriseId; now: Date }

const mergeStatement = shapedStatement(
  'merge counters',
  ({ enterpriseId, from, to, now }: Merging) => {
    const hour = bucketSql(sql`bucket`, now)
    return sql`
    with quarter as materialized (
      select kind, dimension, metric, bucket from rollup
      where enterprise_id = ${enterpriseId} and bucket >= ${from} and bucket < ${to} and bucket <> ${hour}
      order by kind, dimension, metric, bucket for update
    ), merged as (
      delete from rollup r using quarter q
      where r.enterprise_id = ${enterpriseId} and r.kind = q.kind and r.dimension = q.dimension and r.metric = q.metric
        and r.bucket = q.bucket
      returning r.kind, r.dimension, r.metric, r.bucket, r.count
    )
    insert into rollup as r (enterprise_id, kind, dimension, metric, bucket, count)
    select ${enterpriseId}::uuid, kind, dimension, metric, ${hour}, sum(count) from merged
    group by 2, 3, 4, 5 order by 2, 3, 4, 5
    on conflict (enterprise_id, kind, dimension, metric, bucket) do update set count = r.count + excluded.count`
  },
  { shapes: [{ now: new Date(0) }] },
)

/**
 * Replaces quarters by hours. A delta that is folded into a quarter meanwhile is either part of the deleted row or makes
 * it again, and sums are the same either way.
 */
export async function mergeBuckets(db: SystemDb, merging: Merging): Promise<void> {
  await mergeStatement(db, merging)
}
