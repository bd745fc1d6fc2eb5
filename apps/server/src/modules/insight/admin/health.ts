import type { OutputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/insight/admin-dashboard'
import type { HealthRange } from '@simwright/contract/insight/admin-dashboard'
import type { AdminServer as Server } from '../../../port/module.ts'
import { LOOP_FAILED, latencyOf } from '../../../runtime/metrics.ts'
import { readFindings } from '../../profiles/rollup/service.ts'
import { daysLeft } from './certificate.ts'
import { type LatencyRecord, selectBackup, selectCounts, selectGauge, selectLatencies } from './health-queries.ts'

type Health = OutputOf<typeof contract.health>

const MINUTE_MS = 60_000

/** Minutes of a range, and of one point of its charts. */
const ranges: Readonly<Record<HealthRange, { minutes: number; step: number }>> = {
  HOUR: { minutes: 60, step: 1 },
  DAY: { minutes: 24 * 60, step: 15 },
  WEEK: { minutes: 7 * 24 * 60, step: 120 },
  MONTH: { minutes: 30 * 24 * 60, step: 360 },
}

/** The names under which the SM-DP+ counts (`smdp/meter.ts`), and the jobs and gauges (`jobs/process-minute.ts`). */
const CALL = 'es9 call '
const REFUSED = 'es9 refused '

/** The figures that the server processes have written in the range. */
export async function readHealth(server: Server, range: HealthRange): Promise<Health> {
  const now = server.clock.now()
  const { minutes, step } = ranges[range]
  const stepMs = step * MINUTE_MS
  const to = (Math.floor(now.getTime() / stepMs) + 1) * stepMs
  const span = { from: new Date(to - minutes * MINUTE_MS), stepMinutes: step }
  const db = server.db.global
  const counts = await selectCounts(db, span)
  const latencies = await selectLatencies(db, { ...span, prefix: CALL })
  const sum = (only: (name: string) => boolean) =>
    counts.filter(({ name }) => only(name)).reduce((total, { count }) => total + count, 0)
  const [used, free, queued] = await Promise.all(
    ['storage used', 'storage free', 'queue depth'].map((name) => selectGauge(db, { name, since: span.from })),
  )
  const oldest = counts.reduce<Date | undefined>((min, { at }) => (min && min <= at ? min : at), undefined)
  return {
    asOf: now.toISOString(),
    since: oldest?.toISOString() ?? null,
    calls: sum((name) => name.startsWith(CALL)),
    refused: sum((name) => name.startsWith(REFUSED)),
    failed: sum((name) => name === 'es9 failed'),
    ...quantiles(latencies),
    points: pointsOf({ counts, latencies, from: span.from.getTime(), to, stepMs }),
    functions: functionsOf(latencies),
    refusals: refusalsOf(counts),
    certificates: server.smdp.certificates().map(({ name, notAfter }) => ({
      name,
      notAfter: notAfter.toISOString(),
      daysLeft: daysLeft(notAfter, now),
    })),
    testIssuerOnly: server.smdp.testIssuerOnly,
    queueDepth: queued ?? null,
    failedJobs: sum((name) => name === 'job failed' || name.startsWith(LOOP_FAILED)),
    storageUsedMib: used ?? null,
    storageFreeMib: free ?? null,
    backup: await selectBackup(db),
    figures: await readFigures(server),
  }
}

/** What the daily check of the enterprises' figures found. */
async function readFigures({ db }: Server): Promise<Health['figures']> {
  const { checkedAt, wrong } = await db.systemTx(readFindings)
  return { checkedAt: checkedAt?.toISOString() ?? null, wrong }
}

/** Median and 95 % of all calls in these rows, to a tenth of a millisecond. */
function quantiles(rows: readonly LatencyRecord[]): { p50Ms: number | null; p95Ms: number | null } {
  const buckets: number[] = []
  for (const { bucket, count } of rows) buckets[bucket] = (buckets[bucket] ?? 0) + count
  const all = Array.from(buckets, (count) => count ?? 0)
  const at = (share: number) => {
    const ms = latencyOf(all, share)
    return ms === undefined ? null : Math.round(ms * 10) / 10
  }
  return { p50Ms: at(0.5), p95Ms: at(0.95) }
}

type Counted = { at: Date; name: string; count: number }
type Points = {
  counts: readonly Counted[]
  latencies: readonly LatencyRecord[]
  from: number
  to: number
  stepMs: number
}

function pointsOf({ counts, latencies, from, to, stepMs }: Points): Health['points'] {
  const countsAt = Map.groupBy(counts, ({ at }) => at.getTime())
  const latenciesAt = Map.groupBy(latencies, ({ at }) => at.getTime())
  return Array.from({ length: (to - from) / stepMs }, (_, index) => {
    const start = from + index * stepMs
    const here = countsAt.get(start) ?? []
    const sum = (prefix: string) =>
      here.filter(({ name }) => name.startsWith(prefix)).reduce((total, { count }) => total + count, 0)
    return {
      at: new Date(start).toISOString(),
      calls: sum(CALL),
      refused: sum(REFUSED),
      ...quantiles(latenciesAt.get(start) ?? []),
    }
  })
}

function functionsOf(latencies: readonly LatencyRecord[]): Health['functions'] {
  return [...Map.groupBy(latencies, ({ name }) => name)]
    .map(([name, rows]) => ({
      name: name.slice(CALL.length),
      calls: rows.reduce((total, { count }) => total + count, 0),
      ...quantiles(rows),
    }))
    .sort((a, b) => b.calls - a.calls)
}

function refusalsOf(counts: readonly Counted[]): Health['refusals'] {
  const refused = counts.filter(({ name }) => name.startsWith(REFUSED))
  return [...Map.groupBy(refused, ({ name }) => name.slice(REFUSED.length))]
    .map(([code, rows]) => {
      const [subject = '', reason = ''] = code.split('/')
      return { subject, reason, count: rows.reduce((total, { count }) => total + count, 0) }
    })
    .sort((a, b) => b.count - a.count)
}
