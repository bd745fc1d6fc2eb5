import type { TenantDb } from '../../db/database.ts'
import { bucketOf } from './bucket.ts'
import { insertDeltas, selectCurrent, selectSums } from './queries.ts'

export { bucketOf } from './bucket.ts'
export { label, periods, startOfDay, startOfMonth } from './calendar.ts'

export type Metric = 'generated' | 'downloaded' | 'redownloaded' | 'installed' | 'failed'

/** Sums of metrics over spans of time, from one read. Spans are `[from, to)` on the grid of 15 minutes. */
export async function sumSpans(
  db: TenantDb,
  enterpriseId: string,
  { metrics, spans }: { metrics: readonly Metric[]; spans: readonly { from: Date; to: Date }[] },
): Promise<Record<Metric, number>[]> {
  if (spans.length === 0) return []
  const from = new Date(Math.min(...spans.map((s) => s.from.getTime())))
  const to = new Date(Math.max(...spans.map((s) => s.to.getTime())))
  const rows = await selectSums(db, enterpriseId, { metrics, from, to })
  return spans.map((span) => {
    const sums: Record<Metric, number> = { generated: 0, downloaded: 0, redownloaded: 0, installed: 0, failed: 0 }
    for (const row of rows) {
      if (row.bucket >= span.from && row.bucket < span.to) sums[row.metric as Metric] += Number(row.count)
    }
    return sums
  })
}

/** How many profiles have each status (or device brand) now, most first. */
export const countCurrent = selectCurrent

export type CountedChange = { metric: string; dimension?: string; delta: number }

/** Queues what many changes together move, in the transaction that makes them. */
export async function queueDeltas(
  db: TenantDb,
  enterpriseId: string,
  { at, newId, changes }: { at: Date; newId: () => string; changes: readonly CountedChange[] },
): Promise<void> {
  const bucket = bucketOf(at)
  const deltas = changes.map(({ metric, dimension = '', delta }) => ({ id: newId(), metric, dimension, bucket, delta }))
  await insertDeltas(db, enterpriseId, deltas)
}
