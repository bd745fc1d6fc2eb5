import type { TenantDb } from '../../db/database.ts'
import { bucketOf } from './bucket.ts'
import { insertDeltas, selectCurrent, selectGroupBrands, selectSums } from './queries.ts'

export { bucketOf } from './bucket.ts'
export { label, periods, startOfDay, startOfMonth } from './calendar.ts'

export type Metric = 'generated' | 'downloaded' | 'redownloaded' | 'installed' | 'failed'

/** A metric of one group is a metric of its own: reading it touches no other group's counters. */
export const groupMetric = (metric: string, groupId: string): string => `${metric} ${groupId}`

/** How many profiles of a group are in devices of a brand stands behind its counts by status: a slash sorts after a space. */
export const groupBrandDimension = (groupId: string, brand: string): string => `${groupId}/${brand}`

export type SpanSums = {
  metrics: readonly Metric[]
  spans: readonly { from: Date; to: Date }[]
  /** Of this group alone. */
  groupId?: string | undefined
}

/** Sums of metrics over spans of time, from one read. Spans are `[from, to)` on the grid of 15 minutes. */
export async function sumSpans(
  db: TenantDb,
  enterpriseId: string,
  { metrics, spans, groupId }: SpanSums,
): Promise<Record<Metric, number>[]> {
  if (spans.length === 0) return []
  const from = new Date(Math.min(...spans.map((s) => s.from.getTime())))
  const to = new Date(Math.max(...spans.map((s) => s.to.getTime())))
  const nameOf = (metric: Metric) => (groupId === undefined ? metric : groupMetric(metric, groupId))
  const byName = new Map(metrics.map((metric) => [nameOf(metric), metric]))
  const rows = await selectSums(db, enterpriseId, { metrics: [...byName.keys()], from, to })
  return spans.map((span) => {
    const sums: Record<Metric, number> = { generated: 0, downloaded: 0, redownloaded: 0, installed: 0, failed: 0 }
    for (const row of rows) {
      const metric = byName.get(row.metric)
      if (metric && row.bucket >= span.from && row.bucket < span.to) sums[metric] += Number(row.count)
    }
    return sums
  })
}

/** How many profiles have each status (or device brand) now, most first. */
export const countCurrent = selectCurrent

/** How many profiles of a group are in devices of each brand now, most first. */
export const countGroupBrands = selectGroupBrands

export type CountedChange = { metric: string; dimension?: string; delta: number }

/** Queues what many changes together move, in the transaction that makes them. */
export async function queueDeltas(
  db: TenantDb,
  enterpriseId: string,
  { at, newId, changes }: { at: Date; newId: () => string; changes: readonly CountedChange[] },
): Promise<void> {
  if (changes.length === 0) return
  const bucket = bucketOf(at)
  const deltas = changes.map(({ metric, dimension = '', delta }) => ({ id: newId(), metric, dimension, bucket, delta }))
  await insertDeltas(db, enterpriseId, deltas)
}
