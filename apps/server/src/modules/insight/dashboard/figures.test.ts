import { COUNTED_EVENTS } from '@simwright/contract/profiles/event-metric'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TenantDb } from '../../../db/database.ts'
import { openPlayground, type Playground, randomFrom, runSequence } from '../../../testing/lifecycle-sequence.ts'
import { PLAIN_KINDS, plainByDay, plainCount } from '../../../testing/plain-figures.ts'
import { type TestServer, testServer } from '../../../testing/server.ts'
import { BUCKET_MS } from '../../profiles/lifecycle/service.ts'
import { mergeBuckets } from '../../profiles/rollup/merge.ts'
import { foldQueue } from '../../profiles/rollup/queries.ts'
import { DAY_MS, hoursBefore } from '../../profiles/rollup/range.ts'
import { label, periods, startOfDay, sumBy } from '../../profiles/rollup/service.ts'
import { gatherFigures } from './figures.ts'
import type { Source } from './source.ts'
import { gatherTrend } from './trend.ts'

/** Half-hour and quarter-hour offsets, and the ends of daylight saving time in Europe and America. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'] as const
/** Daylight saving time ends within the sequence: on 25 October in Berlin, on 1 November in New York. */
const END_MS = Date.parse('2026-11-04T16:37:21.300Z')
const DAYS = 100
const BEGIN_MS = END_MS - DAYS * DAY_MS

const SEQUENCES = process.env.PROOF === 'on' ? 200 : 1
const LENGTH = 120

let t: TestServer
let ground: Playground

beforeAll(async () => {
  t = await testServer()
  t.clock.moveMs(BEGIN_MS - t.clock.now().getTime())
  ground = await openPlayground(t)
})

const METRICS = [...new Set(COUNTED_EVENTS.map(({ metric }) => metric))]
const now = new Date(END_MS)

/** Compares every figure with plain SQL. @returns the figures that differ */
async function differences(db: TenantDb): Promise<string[]> {
  const found: string[] = []
  const [north] = ground.groupIds
  for (const groupIds of [undefined, [north!]])
    for (const timeZone of ZONES)
      found.push(
        ...(await dayDifferences(db, { timeZone, groupIds })),
        ...(await cardDifferences(db, { timeZone, groupIds })),
      )
  return found
}

type View = { timeZone: string; groupIds: readonly string[] | undefined }

/** Every metric by every dimension, day by day. */
async function dayDifferences(db: TenantDb, { timeZone, groupIds }: View): Promise<string[]> {
  const starts = periods(now, timeZone, { by: 'day', count: DAYS + 5 })
  const ranges = starts.slice(0, -1).map((from, index) => ({ from, to: starts[index + 1]! }))
  const found: string[] = []
  for (const by of PLAIN_KINDS) {
    const plain = await plainByDay(db, { groupIds }, { kind: by, timeZone, now })
    const sums = await sumBy(db, { metrics: METRICS, by, ranges, now, groupIds })
    const counted = sums.map(({ range, dimension, metric, count }) => {
      return `${label(ranges[range]!.from, timeZone, 'day')} ${metric} ${dimension}: ${count}`
    })
    const where = `${timeZone} ${groupIds ? 'group' : 'all'} ${by}`
    found.push(...plain.filter((line) => !counted.includes(line)).map((line) => `${where} lacks ${line}`))
    found.push(...counted.filter((line) => !plain.includes(line)).map((line) => `${where} invents ${line}`))
  }
  return found
}

/** The cards and the trend of the dashboard. */
async function cardDifferences(db: TenantDb, { timeZone, groupIds }: View): Promise<string[]> {
  const scope = { groupIds }
  const sum: Source['sum'] = (query) => sumBy(db, { ...query, groupIds })
  const figures = await gatherFigures({ current: { statuses: [], brands: [] }, sum }, { now, timeZone })
  const { points } = await gatherTrend(sum, { by: 'day', periods: 40, now, timeZone })
  const local = (from: string) =>
    sql`(date_trunc(${from}, ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone})`
  const end = sql`(${now}::timestamptz + interval '1 day')`
  const count = (metric: string, from: ReturnType<typeof sql>, to = end) => plainCount(db, scope, { metric, from, to })
  const dayStart = (ago: number) =>
    sql`((date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) - make_interval(days => ${ago}::int)) at time zone ${timeZone})`
  const installed = await count('installed', dayStart(29))
  const failed = await count('failed', dayStart(29))
  const recent = await count('downloaded', dayStart(29))
  // thirty days before now by the clock of the zone, down to the quarter
  const end30 = sql`least(${dayStart(29)}, date_bin('15 minutes',
    (${now}::timestamptz at time zone ${timeZone} - interval '30 days') at time zone ${timeZone}, timestamptz '1970-01-01Z'))`
  const earlier = await count('downloaded', dayStart(59), end30)
  const rate = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10)
  const plain = {
    downloadsToday: await count('downloaded', local('day')),
    downloadsMonth: await count('downloaded', local('month')),
    redownloadsMonth: await count('redownloaded', local('month')),
    successRate: rate(installed, installed + failed),
    growthRate: rate(recent - earlier, earlier),
    trend: recent,
  }
  const counted: typeof plain = {
    downloadsToday: figures.downloadsToday.value,
    downloadsMonth: figures.downloadsMonth.value,
    redownloadsMonth: figures.redownloadsMonth.value,
    successRate: figures.successRate,
    growthRate: figures.growthRate,
    trend: points.slice(-30).reduce((total, { downloads }) => total + downloads, 0),
  }
  return (Object.keys(plain) as (keyof typeof plain)[])
    .filter((name) => plain[name] !== counted[name])
    .map((name) => `${timeZone} ${groupIds ? 'group' : 'all'} ${name} is ${counted[name]}, not ${plain[name]}`)
}

/** A time for each step, ascending; two in three are within 15 minutes of the start of a day in one of the zones. */
function timesOf(random: () => number): Date[] {
  const times = Array.from({ length: LENGTH + 1 }, () => {
    const at = new Date(BEGIN_MS + random() * DAYS * DAY_MS)
    const zone = ZONES[Math.floor(random() * 1.5 * ZONES.length)]
    const near = zone && startOfDay(at, zone).getTime() + (random() - 0.5) * 2 * BUCKET_MS
    return new Date(Math.min(Math.floor(near ?? at.getTime()), END_MS))
  })
  return times.sort((a, b) => a.getTime() - b.getTime())
}

/** The metrics that no event of the sequence counts. */
async function unseenMetrics(db: TenantDb): Promise<string[]> {
  const [from, to] = [sql`'-infinity'::timestamptz`, sql`'infinity'::timestamptz`]
  const counts = await Promise.all(
    METRICS.map(async (metric) => ({ metric, count: await plainCount(db, {}, { metric, from, to }) })),
  )
  return counts.filter(({ count }) => count === 0).map(({ metric }) => metric)
}

describe('figures equal plain SQL over the events', () => {
  test(`in three time zones, by every dimension: ${SEQUENCES} random sequences of ${LENGTH} transitions`, async () => {
    let unseen: string[] = METRICS
    for (let seed = 1; seed <= SEQUENCES; seed += 1) {
      const random = randomFrom(seed + 1_000_000)
      const times = timesOf(random)
      const watch = {
        at: () => times.shift()!,
        check: async (db: TenantDb, { isLast }: { isLast: boolean }) => {
          if (random() < 0.1 || isLast) await foldQueue(db, 10_000)
          if (!isLast) return []
          const missing = await unseenMetrics(db)
          unseen = unseen.filter((metric) => missing.includes(metric))
          const before = await differences(db)
          const merged = { enterpriseId: ground.enterprise.id, from: new Date(0), to: hoursBefore(now), now }
          await mergeBuckets(db, merged)
          return [...before, ...(await differences(db))]
        },
      }
      expect(await runSequence(ground, { seed, length: LENGTH, watch })).toBeUndefined()
    }
    expect(unseen).toEqual([])
  })
})
