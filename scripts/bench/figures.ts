import * as dashboard from '@simwright/contract/insight/dashboard'
import { COUNTED_EVENTS } from '@simwright/contract/profiles/event-metric'
import { sql } from 'kysely'
import { type Db, openDb } from '../../apps/server/src/db/database.ts'
import { oneLogin } from '../../apps/server/src/db/logins.ts'
import { lockProfiles, move } from '../../apps/server/src/modules/profiles/lifecycle/service.ts'
import { KINDS } from '../../apps/server/src/modules/profiles/rollup/kind.ts'
import { periods, sumBy } from '../../apps/server/src/modules/profiles/rollup/service.ts'
import { systemRandom } from '../../apps/server/src/runtime/random.ts'
import { Secret } from '../../apps/server/src/secret/secret.ts'
import { answerMs } from './answer.ts'
import type { Figure } from './figure.ts'
import { measure } from './host.ts'
import { type Portal, startPortal } from './portal.ts'

const PROFILES = 1_000_000
const EVENTS_EACH = 10
const ROUNDS = 40
const WARM_UP = 200

const DASHBOARD_LIMIT_MS = 40
const REPORT_LIMIT_MS = 1000
const BEHIND_LIMIT_S = 2

let shared: Promise<Portal> | undefined

/** The portal of both benchmarks, which is seeded once. */
function openShared(): Promise<Portal> {
  shared ??= startPortal({ profiles: PROFILES, eventsEach: EVENTS_EACH, keptDir: process.env.BENCH_FIGURES_DIR })
  return shared
}

/** After all benchmarks. */
export async function stopShared(): Promise<void> {
  await (await shared)?.stop()
}

/** The calls that the dashboard's page makes when it is opened, of an enterprise with a million profiles and ten million events. */
export async function benchDashboard(): Promise<Figure[]> {
  const { client } = await openShared()
  const calls = {
    summary: () => answerMs(client, dashboard.summary, {}),
    'range of 30 days': () => answerMs(client, dashboard.range, {}),
    'success by brand': () => answerMs(client, dashboard.breakdown, { by: 'brand' }),
    regions: () => answerMs(client, dashboard.breakdown, { by: 'region' }),
    reasons: () => answerMs(client, dashboard.breakdown, { by: 'reason' }),
  }
  for (let round = 0; round < WARM_UP; round += 1) await calls.summary()
  const figures: Figure[] = []
  for (const [name, ask] of Object.entries(calls)) {
    await ask()
    const { kept } = await measure(ROUNDS, ask)
    const value = p95(kept)
    console.error(`dashboard ${name}: ${value.toFixed(1)} ms`)
    figures.push({ name: 'dashboard', value, unit: 'ms', limit: DASHBOARD_LIMIT_MS, ratio: value / DASHBOARD_LIMIT_MS })
  }
  return [figures.reduce((slowest, one) => (one.value > slowest.value ? one : slowest))]
}

/** A year of every metric by each dimension, from the rollups; and how far the rollups are behind under load. */
export async function benchReport(): Promise<Figure[]> {
  const portal = await openShared()
  const db = openDb({ urls: oneLogin(new Secret(portal.databaseUrl)) })
  try {
    return [await yearFigure(db, portal), await behindFigure(db, portal)]
  } finally {
    await db.close()
  }
}

const YEAR_ROUNDS = 5

/** The slowest dimension, by months and by days. */
async function yearFigure(db: Db, { enterpriseId }: Portal): Promise<Figure> {
  const now = new Date()
  const metrics = [...new Set(COUNTED_EVENTS.map(({ metric }) => metric))]
  let value = 0
  for (const by of KINDS)
    for (const span of [{ by: 'month', count: 12 } as const, { by: 'day', count: 365 } as const]) {
      const starts = periods(now, 'Europe/Berlin', span)
      const ranges = starts.slice(0, -1).map((from, index) => ({ from, to: starts[index + 1]! }))
      const read = async () => {
        const begin = performance.now()
        await db.tenantRead(enterpriseId, (db) => sumBy(db, { metrics, by, ranges, now }))
        return performance.now() - begin
      }
      await read()
      const { kept } = await measure(YEAR_ROUNDS, read)
      const ms = kept.toSorted((a, b) => a - b)[Math.floor(YEAR_ROUNDS / 2)]!
      console.error(`report by ${by}, a year of ${span.by}s: ${ms.toFixed(0)} ms`)
      value = Math.max(value, ms)
    }
  return { name: 'report', value, unit: 'ms', limit: REPORT_LIMIT_MS, ratio: value / REPORT_LIMIT_MS }
}

const LOAD_MS = 20_000
const AT_ONCE = 4
const LOOK_MS = 50

type Id = { id: string }
type Oldest = { id: string }

/** The age of the oldest delta in the queue while profiles are enabled and disabled as fast as the database allows. */
async function behindFigure(db: Db, { enterpriseId }: Portal): Promise<Figure> {
  const { rows } = await db.tenantRead(enterpriseId, (db) =>
    sql<Id>`select id from profile where enterprise_id = ${enterpriseId} and status = 'ENABLED' limit 400`.execute(db),
  )
  const until = performance.now() + LOAD_MS
  let moved = 0
  const worker = async (ids: readonly string[]) => {
    for (let index = 0; performance.now() < until; index += 1) {
      await toggle(db, { enterpriseId, profileId: ids[index % ids.length]! })
      moved += 1
    }
  }
  const workers = Array.from({ length: AT_ONCE }, (_, nth) =>
    worker(rows.filter((_, index) => index % AT_ONCE === nth).map(({ id }) => id)),
  )
  let behindMs = 0
  while (performance.now() < until) {
    const oldest = await db.tenantRead(enterpriseId, (db) =>
      sql<Oldest>`select id from rollup_queue where enterprise_id = ${enterpriseId} order by id limit 1`.execute(db),
    )
    const [first] = oldest.rows
    if (first) behindMs = Math.max(behindMs, Date.now() - timeOf(first.id))
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  await Promise.all(workers)
  console.error(`report.behind: at ${Math.round((1000 * moved) / LOAD_MS)} events a second`)
  const value = behindMs / 1000
  return { name: 'report.behind', value, unit: 's', limit: BEHIND_LIMIT_S, ratio: value / BEHIND_LIMIT_S }
}

type OneProfile = { enterpriseId: string; profileId: string }

async function toggle(db: Db, { enterpriseId, profileId }: OneProfile): Promise<void> {
  const cause = { enterpriseId, at: new Date(), actor: { kind: 'device' }, newId: systemRandom.uuid } as const
  await db.tenantTx(enterpriseId, async (db) => {
    const [row] = await lockProfiles(db, enterpriseId, [profileId])
    const kind = row!.status === 'ENABLED' ? 'disabled' : 'enabled'
    await move(db, cause, [{ row: row!, transition: { kind, lastSequence: Number(row!.last_sequence) + 1 } }])
  })
}

/** The milliseconds in a UUIDv7. */
const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)]!
}
