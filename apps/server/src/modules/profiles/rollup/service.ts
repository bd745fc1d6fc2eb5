import type { TenantDb } from '../../../db/database.ts'
import { selectCurrent, selectSums } from './queries.ts'

export { label, periods, startOfDay, startOfMonth } from './calendar.ts'

export type Metric = 'generated' | 'downloaded' | 'redownloaded' | 'installed' | 'failed'

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
  const rows = await selectSums(db, enterpriseId, { metrics, groupId: groupId ?? null, from, to })
  return spans.map((span) => {
    const sums: Record<Metric, number> = { generated: 0, downloaded: 0, redownloaded: 0, installed: 0, failed: 0 }
    for (const row of rows) {
      const metric = row.metric as Metric
      if (row.bucket >= span.from && row.bucket < span.to) sums[metric] += Number(row.count)
    }
    return sums
  })
}

export const countCurrent = selectCurrent
