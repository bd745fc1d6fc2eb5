import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, GroupId } from '../../../db/row-id.ts'
import { selectCurrent, selectSums } from './queries.ts'

export { label, periods, startOfDay, startOfMonth } from './calendar.ts'

export type Metric = 'generated' | 'downloaded' | 'redownloaded' | 'installed' | 'failed'

export type RangeSums = {
  metrics: readonly Metric[]
  ranges: readonly { from: Date; to: Date }[]
  /** Only of this group. */
  groupId?: GroupId | undefined
}

/** Sums of metrics over ranges of time, from one read. Ranges are `[from, to)`, on quarters of an hour. */
export async function sumRanges(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { metrics, ranges, groupId }: RangeSums,
): Promise<Record<Metric, number>[]> {
  if (ranges.length === 0) return []
  const from = new Date(Math.min(...ranges.map((s) => s.from.getTime())))
  const to = new Date(Math.max(...ranges.map((s) => s.to.getTime())))
  const rows = await selectSums(db, enterpriseId, { metrics, groupId: groupId ?? null, from, to })
  return ranges.map((range) => {
    const sums: Record<Metric, number> = { generated: 0, downloaded: 0, redownloaded: 0, installed: 0, failed: 0 }
    for (const row of rows) {
      const metric = row.metric as Metric
      if (row.bucket >= range.from && row.bucket < range.to) sums[metric] += Number(row.count)
    }
    return sums
  })
}

export const countCurrent = selectCurrent
