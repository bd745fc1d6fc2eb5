import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import * as dashboard from '@simwright/contract/insight/dashboard'
import type { Who } from '../../../http/call.ts'
import type { DashboardServer as Server } from '../../../port/module.ts'
import { sumBy, totalsOf } from '../../profiles/rollup/service.ts'
import { gatherFigures } from './figures.ts'
import { rangesOf, spanOf, stepOf, stepsOf } from './range.ts'
import { openSource, type Source } from './source.ts'
import { gatherTrend, pointsOf } from './trend.ts'

type Call<E> = { input: ParsedInputOf<E>; timeZone: string }

/** Runs `work` in a transaction with what the caller's figures count. */
async function withSource<T>(server: Server, { enterpriseId }: Who, work: (source: Source) => Promise<T>): Promise<T> {
  return await server.db.tenantTx(enterpriseId, async (db) => work(await openSource(db)))
}

export async function readSummary(
  server: Server,
  who: Who,
  timeZone: string,
): Promise<OutputOf<typeof dashboard.summary>> {
  const now = server.clock.now()
  return await withSource(server, who, async (source) => {
    return { ...(await gatherFigures(source, { now, timeZone })), sample: source.sample }
  })
}

export async function readRange(
  server: Server,
  who: Who,
  { input, timeZone }: Call<typeof dashboard.range>,
): Promise<OutputOf<typeof dashboard.range>> {
  const now = server.clock.now()
  const { range, before } = rangesOf(input.range, timeZone, now)
  const step = stepOf(range, input.step)
  const steps = stepsOf(range, step, timeZone)
  const ranges = [range, ...steps]
  return await withSource(server, who, async ({ sum }) => {
    const totals = totalsOf(await sum({ metrics: dashboard.rangeMetrics, by: 'total', ranges, now }), ranges.length)
    const earlier = await sum({ metrics: dashboard.beforeMetrics, by: 'total', ranges: [before], now })
    return {
      asOf: now.toISOString(),
      range: spanOf(range, timeZone),
      before: spanOf(before, timeZone),
      totals: totals[0]!,
      totalsBefore: totalsOf(earlier, 1)[0]!,
      step,
      points: pointsOf(steps, totals.slice(1), { step, timeZone }),
    }
  })
}

/** The last seven days, oldest first, for Home. */
export async function readLastWeek(
  server: Server,
  { enterpriseId }: Who,
  timeZone: string,
): Promise<{ day: string; downloads: number; codes: number }[]> {
  const now = server.clock.now()
  const { points } = await server.db.tenantTx(enterpriseId, (db) =>
    gatherTrend((query) => sumBy(db, query), { by: 'day', periods: 7, now, timeZone }),
  )
  return points.map((p) => ({ day: p.period, downloads: p.downloads, codes: p.generated }))
}
