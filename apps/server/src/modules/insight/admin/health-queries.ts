import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { prefixRange } from '../../../db/page.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { LOOP_FAILED } from '../../../runtime/metrics.ts'

type Reading = Db['global']
type Span = { from: Date; stepMinutes: number }

export type CountRecord = { at: Date; name: string; count: number }

const countsStatement = statement(
  'select counts of processes',
  ({ stepMinutes, from }: Span) => sql`
    select date_bin(make_interval(mins => ${stepMinutes}::integer), minute, ${from}) as at, name,
      sum(count)::integer as count
    from process_minute
    where minute >= ${from} and (${prefixRange(sql.ref('name'), 'es9 ')} or name = 'job failed'
      or ${prefixRange(sql.ref('name'), LOOP_FAILED)})
    group by 1, 2`,
  { present: ['at', 'count'], planned: 'per call' },
)

/** What all processes have counted, by step and name; without gauges, which are no sums. */
export async function selectCounts(db: Reading, { from, stepMinutes }: Span): Promise<CountRecord[]> {
  return await countsStatement(db, { stepMinutes, from })
}

/** Calls of a function in a step, in one bucket of latency. */
export type LatencyRecord = { at: Date; name: string; bucket: number; count: number }

const latenciesStatement = shapedStatement(
  'select latencies of processes',
  ({ stepMinutes, from, prefix }: Span & { prefix: string }) => sql`
    select date_bin(make_interval(mins => ${stepMinutes}::integer), p.minute, ${from}) as at, p.name,
      (b.position - 1)::integer as bucket, sum(b.count)::integer as count
    from process_minute p, unnest(p.buckets) with ordinality b (count, position)
    where p.minute >= ${from} and ${prefixRange(sql.ref('p.name'), prefix)} and b.count > 0
    group by 1, 2, 3`,
  { present: ['at', 'bucket', 'count'], shapes: [{ prefix: 'es9 ' }] },
)

export async function selectLatencies(
  db: Reading,
  { from, stepMinutes, prefix }: Span & { prefix: string },
): Promise<LatencyRecord[]> {
  return await latenciesStatement(db, { stepMinutes, from, prefix })
}

const gaugeStatement = statement(
  'select gauge of processes',
  ({ name, since }: { name: string; since: Date }) => sql`
    select count::integer as count from process_minute where name = ${name} and minute >= ${since}
    order by minute desc limit 1`,
  { present: ['count'] },
)

/** The newest value of a gauge; undefined when none was written since. */
export async function selectGauge(
  db: Reading,
  { name, since }: { name: string; since: Date },
): Promise<number | undefined> {
  return (await gaugeStatement(db, { name, since }))[0]?.count
}

export async function selectBackup(db: Reading): Promise<{ at: string; bytes: number } | null> {
  const last = await db
    .selectFrom('backup_run')
    .select(['taken_at', 'bytes'])
    .orderBy('taken_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? { at: last.taken_at.toISOString(), bytes: Number(last.bytes) } : null
}
