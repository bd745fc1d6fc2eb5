import type { Trend } from '@simwright/contract/profiles/figures'
import { periods, totalsOf } from '../../profiles/rollup/service.ts'
import { nameOf, type Range, type Step } from './range.ts'
import type { Source } from './source.ts'

/** The metrics that a point shows. */
export const TREND_METRICS = ['generated', 'downloaded', 'redownloaded', 'installed', 'failed'] as const

type Totals = ReturnType<typeof totalsOf>

/** One point for each range, with the totals of the same index. */
export function pointsOf(
  ranges: readonly Range[],
  totals: Totals,
  { step, timeZone }: { step: Step; timeZone: string },
): Trend['points'] {
  return ranges.map(({ from, to }, i) => {
    const { generated, downloaded, redownloaded, installed, failed } = totals[i]!
    return {
      period: nameOf(from, step, timeZone),
      from: from.toISOString(),
      to: to.toISOString(),
      generated,
      downloads: downloaded,
      redownloads: redownloaded,
      installs: installed,
      errors: failed,
    }
  })
}

type TrendRequest = { by: 'day' | 'month'; periods: number; now: Date; timeZone: string }

/** The last days or months, oldest first. */
export async function gatherTrend(sum: Source['sum'], request: TrendRequest): Promise<Trend> {
  const { by, periods: count, now, timeZone } = request
  const starts = periods(now, timeZone, { by, count })
  const ranges = starts.slice(0, -1).map((from, i) => ({ from, to: starts[i + 1]! }))
  const sums = await sum({ metrics: TREND_METRICS, by: 'total', ranges, now })
  return { points: pointsOf(ranges, totalsOf(sums, ranges.length), { step: by, timeZone }) }
}
