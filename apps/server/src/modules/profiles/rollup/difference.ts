import { type RawBuilder, sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { setUntilEnd } from '../../../db/transaction.ts'
import { DIMENSION_COLUMNS, QUEUED_DELTAS } from '../lifecycle/service.ts'
import { COUNTED, EVENT_METRICS } from './counted.ts'
import { ALL_KINDS } from './kind.ts'
import { bucketSql, HOUR_MS, hourOf, type Range } from './range.ts'

/** Before all events. */
export const BEGINNING = new Date(0)

const EVENTS_AT_ONCE = 50_000

/** A part of an enterprise's time, in whole hours, with at most 50,000 events or one hour. */
export type Part = Range & { isLast: boolean }

const nextPartStatement = statement(
  'select end of part to compare',
  ({ enterpriseId, from }: { enterpriseId: EnterpriseId; from: Date }) => sql`
    select at from profile_event where enterprise_id = ${enterpriseId} and at >= ${from}
    order by at, id offset ${EVENTS_AT_ONCE} limit 1`,
  { planned: 'per call' },
)

export async function nextPart(
  db: SystemDb,
  { enterpriseId, from, now }: { enterpriseId: EnterpriseId; from: Date; now: Date },
): Promise<Part> {
  const rows = await nextPartStatement(db, { enterpriseId, from })
  const [next] = rows
  if (!next) return { from, to: new Date(hourOf(now).getTime() + HOUR_MS), isLast: true }
  const to = hourOf(next.at)
  return { from, to: to > from ? to : new Date(hourOf(from).getTime() + HOUR_MS), isLast: false }
}

/** How many rollup rows differ from the events, and one of them in words. */
export type Difference = { rows: number; example: string | null }

type Compared = { enterpriseId: EnterpriseId; part: Range; now: Date }

/**
 * Compares the rollups with the events, without those that are still queued. One statement sees events, queue and rollups
 * at the same instant, so folding may go on meanwhile.
 */
export async function findDifference(db: SystemDb, compared: Compared): Promise<Difference> {
  return await compare(db, compared, sql``)
}

/**
 * Adds to the rollups what they lack. Because differences are added, as folding does, neither overwrites the other; two
 * corrections at a time would both add, so the caller has locked the enterprise's `rollup_state`.
 */
export async function correct(db: SystemDb, compared: Compared): Promise<Difference> {
  const { enterpriseId, part } = compared
  const difference = await compare(
    db,
    compared,
    sql`, corrected as (
      insert into rollup as r (enterprise_id, kind, dimension, metric, bucket, count)
      select ${enterpriseId}::uuid, kind, dimension, metric, bucket, wanted - present from difference order by 2, 3, 4, 5
      on conflict (enterprise_id, kind, dimension, metric, bucket) do update set count = r.count + excluded.count
    )`,
  )
  if (difference.rows > 0)
    await db
      .deleteFrom('rollup')
      .where('enterprise_id', '=', enterpriseId)
      .where('bucket', '>=', part.from)
      .where('bucket', '<', part.to)
      .where('count', '=', 0)
      .execute()
  return difference
}

const differenceStatement = shapedStatement('select difference of counters', differenceSql, {
  present: ['rows'],
  shapes: [{ corrected: sql``, now: new Date(0) }],
})

async function compare(db: SystemDb, compared: Compared, corrected: RawBuilder<unknown>): Promise<Difference> {
  // each part is a statement of its own, which compiling would only delay
  await setUntilEnd(db, { work_mem: '64MB', jit: 'off' })
  const { enterpriseId, part, now } = compared
  return (await differenceStatement(db, { enterpriseId, ...part, now, corrected }))[0]!
}

type DifferenceValues = Range & { enterpriseId: EnterpriseId; now: Date; corrected: RawBuilder<unknown> }

function differenceSql({ enterpriseId, from, to, now, corrected }: DifferenceValues): RawBuilder<unknown> {
  const within = (time: RawBuilder<unknown>) =>
    sql`enterprise_id = ${enterpriseId} and ${time} >= ${from} and ${time} < ${to}`
  const dimensions = sql.join(DIMENSION_COLUMNS.map((column) => sql.ref(column)))
  return sql`
    with d as (
      select m.metric, ${bucketSql(sql`e.at`, now)} as bucket, e.subject_code, e.reason_code, ${dimensions},
        count(*) as count
      from profile_event e join ${EVENT_METRICS} on ${COUNTED}
      where ${within(sql`e.at`)} group by m.metric, 2, e.subject_code, e.reason_code, ${dimensions}
      union all
      select x.metric, ${bucketSql(sql`bucket`, now)}, subject_code, reason_code, ${dimensions}, -x.delta
      from rollup_queue cross join lateral ${QUEUED_DELTAS}
      where ${within(sql`bucket`)} and x.metric not in ('status', 'brand')
    ), wanted as (
      select k.kind, k.dimension, d.metric, d.bucket, sum(d.count) as count from d cross join ${ALL_KINDS}
      where k.dimension is not null group by 1, 2, 3, 4
    ), present as (
      select kind, dimension, metric, ${bucketSql(sql`bucket`, now)} as bucket, sum(count) as count
      from rollup where ${within(sql`bucket`)} group by 1, 2, 3, 4
    ), difference as materialized (
      select kind, dimension, metric, bucket, coalesce(w.count, 0) as wanted, coalesce(p.count, 0) as present
      from wanted w full join present p using (kind, dimension, metric, bucket)
      where coalesce(w.count, 0) <> coalesce(p.count, 0)
    ) ${corrected}
    select count(*)::int as rows, max(concat(kind, ' ', dimension, ', ', metric, ' from ',
      to_char(bucket at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), ' UTC: ', present, ' instead of ', wanted)) as example
    from difference`
}
