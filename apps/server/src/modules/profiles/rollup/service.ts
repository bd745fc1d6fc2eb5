import type { Metric } from '@simwright/contract/profiles/event-metric'
import type { TenantDb } from '../../../db/database.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import type { EnterpriseId, GroupId } from '../../../db/row-id.ts'
import type { RollupServer as Server } from '../../../port/module.ts'
import type { Kind } from './kind.ts'
import { type SegmentSum, selectCurrent, selectEventSums, selectSums } from './queries.ts'
import { boundaryOf, type Range } from './range.ts'
import { selectEnterpriseIds } from './state.ts'

export { asFarAs, civilDate, daysBetween, label, periods, startOf, startOfDay, startOfMonth } from './calendar.ts'
export { checkRollups } from './check.ts'
export type { Kind } from './kind.ts'
export { isFolded } from './queries.ts'
export { boundaryOf, hoursBefore, type Range } from './range.ts'
export { rebuildRollups } from './rebuild.ts'
export { selectFindings as readFindings } from './state.ts'

export type SumBy = {
  metrics: readonly Metric[]
  by: Kind
  ranges: readonly Range[]
  now: Date
  /** Only events that happened in these groups. */
  groupIds?: readonly GroupId[] | undefined
}

/** `range`: the index in the query's ranges. */
export type Sum = { range: number; dimension: string; metric: Metric; count: number }

/**
 * Sums of metrics over ranges of time by dimension, without those that are zero, from one read. Ranges are `[from, to)`;
 * both are rounded up to quarters of an hour, and more than 60 days before `now` down to full hours.
 */
export async function sumBy(db: TenantDb, { metrics, by, ranges, now, groupIds: asked }: SumBy): Promise<Sum[]> {
  const groupIds = withinLimit(db.enterpriseId, asked)
  const rounded = ranges.map(({ from, to }) => ({ from: boundaryOf(from, now), to: boundaryOf(to, now) }))
  const times = rounded.flatMap(({ from, to }) => [from.getTime(), to.getTime()])
  const bounds = [...new Set(times)].sort((a, b) => a - b).map((time) => new Date(time))
  if (bounds.length < 2 || metrics.length === 0 || groupIds?.length === 0) return []
  const query = { metrics, bounds, from: bounds[0]!, to: bounds.at(-1)! }
  const sums = await selectSegments(db, { ...query, by, groupIds })
  const segments = Map.groupBy(sums, ({ segment }) => segment)
  return rounded.flatMap(({ from, to }, range) => {
    const within = bounds.flatMap((bound, index) =>
      bound >= from && bound < to ? (segments.get(index + 1) ?? []) : [],
    )
    return addUp(within).map((sum) => ({ range, ...sum }))
  })
}

/** The groups whose events may be counted; undefined: all events. A limited member's are those of its groups. */
function withinLimit(
  enterpriseId: EnterpriseId,
  asked: readonly GroupId[] | undefined,
): readonly GroupId[] | undefined {
  const limit = groupLimitIn(enterpriseId)
  if (!limit) return asked
  return asked ? limit.groups.filter((id) => asked.includes(id)) : limit.groups
}

type SegmentQuery = Range & Pick<SumBy, 'metrics' | 'by' | 'groupIds'> & { bounds: readonly Date[] }

/** Of groups, only their totals are counters; anything else is counted from the events of the groups. */
async function selectSegments(db: TenantDb, { by, groupIds, ...query }: SegmentQuery): Promise<SegmentSum[]> {
  if (groupIds === undefined) return await selectSums(db, { ...query, kind: by })
  if (by !== 'group' && by !== 'total') return await selectEventSums(db, { ...query, kind: by, groupIds })
  const sums = await selectSums(db, { ...query, kind: 'group', dimensions: groupIds })
  return by === 'group' ? sums : sums.map((sum) => ({ ...sum, dimension: '' }))
}

function addUp(sums: readonly SegmentSum[]): Omit<Sum, 'range'>[] {
  const byKey = Map.groupBy(sums, ({ dimension, metric }) => `${metric} ${dimension}`)
  return [...byKey.values()].map((same) => {
    const { dimension, metric } = same[0]!
    return { dimension, metric, count: same.reduce((sum, { count }) => sum + Number(count), 0) }
  })
}

/** The sums of each range by metric, of all dimensions. @param ranges the number of ranges */
export function totalsOf(sums: readonly Sum[], ranges: number): Record<Metric, number>[] {
  const totals = Array.from({ length: ranges }, noSums)
  for (const { range, metric, count } of sums) totals[range]![metric] += count
  return totals
}

/** Zero of each metric. */
const noSums = (): Record<Metric, number> => ({
  generated: 0,
  opened: 0,
  authenticated: 0,
  downloaded: 0,
  redownloaded: 0,
  installed: 0,
  enabled: 0,
  firstEnabled: 0,
  disabled: 0,
  deleted: 0,
  failed: 0,
  refused: 0,
})

export const countCurrent = selectCurrent

export const listEnterpriseIds = async ({ db }: Pick<Server, 'db'>): Promise<EnterpriseId[]> =>
  await db.systemTx(selectEnterpriseIds)
