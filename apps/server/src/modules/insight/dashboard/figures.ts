import type { Figures } from '@simwright/contract/profiles/figures'
import { startOfDay, startOfMonth, totalsOf } from '../../profiles/rollup/service.ts'
import { type Range, rangeBefore } from './range.ts'
import type { Source } from './source.ts'

type Ranges = Record<keyof Figures['ranges'], Range>

/** Each figure has a previous period of as many days, up to this time of day. */
function figureRanges(now: Date, timeZone: string): Ranges {
  const today = startOfDay(now, timeZone)
  const tomorrow = startOfDay(now, timeZone, 1)
  const yesterday = startOfDay(now, timeZone, -1)
  const month = startOfMonth(now, timeZone)
  const lastMonth = startOfMonth(now, timeZone, -1)
  const days30 = startOfDay(now, timeZone, -29)
  const before30 = startOfDay(now, timeZone, -59)
  const before = (start: Date, from: Date) => rangeBefore({ from, to: tomorrow }, { start, timeZone, now })
  return {
    today: { from: today, to: tomorrow },
    yesterday: before(yesterday, today),
    month: { from: month, to: tomorrow },
    lastMonth: before(lastMonth, month),
    days30: { from: days30, to: tomorrow },
    before30: before(before30, days30),
  }
}

/** The figures of the specification. */
export async function gatherFigures(
  { current, sum }: Pick<Source, 'current' | 'sum'>,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Figures> {
  const ranges = figureRanges(now, timeZone)
  const names = Object.keys(ranges) as (keyof Ranges)[]
  const metrics = ['downloaded', 'redownloaded', 'installed', 'failed'] as const
  const sums = await sum({ metrics, by: 'total', ranges: Object.values(ranges), now })
  const totals = totalsOf(sums, names.length)
  const at = (name: keyof Ranges) => totals[names.indexOf(name)]!
  const { downloaded: recent, installed, failed } = at('days30')
  const { downloaded: earlier } = at('before30')
  return {
    asOf: now.toISOString(),
    ranges: Object.fromEntries(
      Object.entries(ranges).map(([name, { from, to }]) => [name, { from: from.toISOString(), to: to.toISOString() }]),
    ) as Figures['ranges'],
    downloadsToday: { value: at('today').downloaded, before: at('yesterday').downloaded },
    downloadsMonth: { value: at('month').downloaded, before: at('lastMonth').downloaded },
    redownloadsMonth: { value: at('month').redownloaded, before: at('lastMonth').redownloaded },
    availableToday: Number(current.statuses.find((s) => s.dimension === 'AVAILABLE')?.count ?? 0),
    growthRate: earlier === 0 ? null : round1(((recent - earlier) / earlier) * 100),
    successRate: installed + failed === 0 ? null : round1((installed / (installed + failed)) * 100),
    statuses: current.statuses.map((s) => ({
      status: s.dimension as Figures['statuses'][number]['status'],
      count: Number(s.count),
    })),
    brands: current.brands.map((b) => ({ brand: b.dimension, count: Number(b.count) })),
  }
}

const round1 = (value: number) => Math.round(value * 10) / 10
