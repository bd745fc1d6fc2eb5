import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import type * as dashboard from '@simwright/contract/insight/dashboard'
import type { Figures } from '@simwright/contract/profiles/figures'
import type { Who } from '../../../http/call.ts'
import { label, periods, type RangeSums, startOfDay, startOfMonth, sumRanges } from '../../profiles/rollup/service.ts'
import type { Server } from './port.ts'
import { readCurrent, sumSamples } from './sample.ts'

type Summary = OutputOf<typeof dashboard.summary>
type Range = { from: Date; to: Date }

/** Each figure has a previous period of the same length: today is compared with yesterday up to this time of day. */
function rangesOf(
  now: Date,
  timeZone: string,
): Record<'today' | 'yesterday' | 'month' | 'lastMonth' | 'days30' | 'before30', Range> {
  const today = startOfDay(now, timeZone)
  const yesterday = startOfDay(now, timeZone, -1)
  const month = startOfMonth(now, timeZone)
  const lastMonth = startOfMonth(now, timeZone, -1)
  const intoDay = now.getTime() - today.getTime()
  const intoMonth = now.getTime() - month.getTime()
  const days30 = startOfDay(now, timeZone, -29)
  const before30 = startOfDay(now, timeZone, -59)
  return {
    today: { from: today, to: now },
    yesterday: { from: yesterday, to: new Date(Math.min(yesterday.getTime() + intoDay, today.getTime())) },
    month: { from: month, to: now },
    lastMonth: { from: lastMonth, to: new Date(Math.min(lastMonth.getTime() + intoMonth, month.getTime())) },
    days30: { from: days30, to: now },
    before30: { from: before30, to: days30 },
  }
}

export async function readSummary(server: Server, who: Who, timeZone: string): Promise<Summary> {
  return await server.db.tenantTx(who.enterpriseId, async (db) => {
    const { samples, ...current } = await readCurrent(db, who.enterpriseId)
    const figures = await gatherFigures(server, {
      timeZone,
      current,
      sum: async (query) => (samples ? sumSamples(samples, query) : await sumRanges(db, who.enterpriseId, query)),
    })
    return { ...figures, sample: samples !== undefined }
  })
}

type Counted = { dimension: string; count: number }
type FigureSource = {
  timeZone: string
  current: { statuses: readonly Counted[]; brands: readonly Counted[] }
  sum: (query: Pick<RangeSums, 'metrics' | 'ranges' | 'now'>) => ReturnType<typeof sumRanges>
}

/** The figures of the data that `current` and `sum` count: real or sample. */
export async function gatherFigures(
  { clock }: Pick<Server, 'clock'>,
  { timeZone, current, sum }: FigureSource,
): Promise<Figures> {
  const now = clock.now()
  const ranges = rangesOf(now, timeZone)
  const sums = await sum({
    metrics: ['downloaded', 'redownloaded', 'installed', 'failed'],
    ranges: Object.values(ranges),
    now,
  })
  const names = Object.keys(ranges) as (keyof typeof ranges)[]
  const at = (name: keyof typeof ranges) => sums[names.indexOf(name)]!
  const { downloaded: recent, installed, failed } = at('days30')
  const { downloaded: earlier } = at('before30')
  return {
    asOf: now.toISOString(),
    downloadsToday: { value: at('today').downloaded, before: at('yesterday').downloaded },
    downloadsMonth: { value: at('month').downloaded, before: at('lastMonth').downloaded },
    redownloadsMonth: { value: at('month').redownloaded, before: at('lastMonth').redownloaded },
    availableToday: Number(current.statuses.find((s) => s.dimension === 'AVAILABLE')?.count ?? 0),
    growthRate: earlier === 0 ? null : round1(((recent - earlier) / earlier) * 100),
    successRate: installed + failed === 0 ? null : round1((installed / (installed + failed)) * 100),
    statuses: current.statuses.map((s) => ({
      status: s.dimension as Summary['statuses'][number]['status'],
      count: Number(s.count),
    })),
    brands: current.brands.map((b) => ({ brand: b.dimension, count: Number(b.count) })),
  }
}

const round1 = (value: number) => Math.round(value * 10) / 10

type TrendRequest = {
  input: ParsedInputOf<typeof dashboard.trend>
  timeZone: string
  /** Sample data is shown until there is any real profile. */
  shows: 'samples until real profiles' | 'real profiles'
}

export async function readTrend(
  server: Server,
  who: Who,
  { input, timeZone, shows }: TrendRequest,
): Promise<OutputOf<typeof dashboard.trend>> {
  return await server.db.tenantTx(who.enterpriseId, async (db) => {
    const { samples } = shows === 'real profiles' ? { samples: undefined } : await readCurrent(db, who.enterpriseId)
    return await gatherTrend(server, {
      input,
      timeZone,
      sum: async (query) => (samples ? sumSamples(samples, query) : await sumRanges(db, who.enterpriseId, query)),
    })
  })
}

/** The trend of the data that `sum` counts: real or sample. */
export async function gatherTrend(
  { clock }: Pick<Server, 'clock'>,
  { input, timeZone, sum }: Pick<TrendRequest, 'input' | 'timeZone'> & Pick<FigureSource, 'sum'>,
): Promise<OutputOf<typeof dashboard.trend>> {
  const now = clock.now()
  const starts = periods(now, timeZone, { by: input.by, count: input.periods })
  const ranges = starts.slice(0, -1).map((from, i) => ({ from, to: starts[i + 1]! }))
  const sums = await sum({
    metrics: ['generated', 'downloaded', 'redownloaded', 'installed', 'failed'],
    ranges,
    now,
  })
  return {
    points: ranges.map(({ from, to }, i) => ({
      period: label(from, timeZone, input.by),
      from: from.toISOString(),
      to: to.toISOString(),
      generated: sums[i]!.generated,
      downloads: sums[i]!.downloaded,
      redownloads: sums[i]!.redownloaded,
      installs: sums[i]!.installed,
      errors: sums[i]!.failed,
    })),
  }
}

/** The last seven days, oldest first, for Home. */
export async function readLastWeek(
  server: Server,
  who: Who,
  timeZone: string,
): Promise<{ day: string; downloads: number; codes: number }[]> {
  const trend = await readTrend(server, who, { input: { by: 'day', periods: 7 }, timeZone, shows: 'real profiles' })
  return trend.points.map((p) => ({ day: p.period, downloads: p.downloads, codes: p.generated }))
}
