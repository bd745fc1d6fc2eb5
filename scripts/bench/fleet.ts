import type { InputOf } from '@simwright/contract'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { type Db, openDb } from '../../apps/server/src/db/database.ts'
import { oneLogin } from '../../apps/server/src/db/logins.ts'
import { resolveFilter } from '../../apps/server/src/modules/profiles/fleet/filter.ts'
import { selectProfiles } from '../../apps/server/src/modules/profiles/fleet/queries.ts'
import { findMatches } from '../../apps/server/src/modules/profiles/fleet/service.ts'
import { Secret } from '../../apps/server/src/secret/secret.ts'
import type { Client } from '../../apps/server/src/testing/client.ts'
import { answerMs } from './answer.ts'
import type { Figure } from './figure.ts'
import { fleetBrowserFigures } from './fleet-browser.ts'
import { type FleetFilter, filtersOf, type Sample, searchesOf, threeTogether } from './fleet-filter.ts'
import { exportFigure, seedTraits, traitFilters } from './fleet-traits.ts'
import { groupLimitFigure } from './group-limit.ts'
import { groupMoveFigure } from './group-move.ts'
import { measure, type Times } from './host.ts'
import { type Portal, startPortal } from './portal.ts'

/** A run while developing can have fewer. */
const PROFILES = Number(process.env.BENCH_FLEET_PROFILES ?? 1_000_000)
const PAGE_LIMIT_MS = 25
const DETAIL_LIMIT_MS = 15
const RATIO_LIMIT = 3
/** Answers per filter; of this many, two may be slower than the p95. */
const ROUNDS = 40
/** Warm-up calls, after which the server's code is compiled and common pages are in the database's cache. */
const WARM_UP = 1_000
const LIMIT = 50

/** Paging through a million profiles with tags and attributes, and five million events, in one of fifty enterprises. */
export async function benchFleet(): Promise<Figure[]> {
  const portal = await startPortal({ profiles: PROFILES, keptDir: process.env.BENCH_FLEET_DIR })
  const db = openDb({ urls: oneLogin(new Secret(portal.databaseUrl)), maxConnections: 1 })
  try {
    await seedTraits(portal, db)
    const sample = await sampleOf(portal.client)
    for (let round = 0; round < WARM_UP; round++) await portal.client.ask(fleet.list, { limit: LIMIT })
    await databaseMs(db, portal, {})
    const bare = await databaseMs(db, portal, {})
    const filters = [...filtersOf(sample), ...threeTogether(sample)]
    const figures = [
      await pageFigure('fleet.first-page', { portal, db, bare, filters: [['none', {}]] }),
      await pageFigure('fleet.filter', { portal, db, bare, filters }),
      await pageFigure('fleet.traits', { portal, db, bare, filters: traitFilters() }),
      await exportFigure(portal.client),
      await pageFigure('fleet.search', { portal, db, bare, filters: searchesOf(sample) }),
      await nextPageFigure(portal, db, bare),
      await detailFigure(portal.client),
      await groupLimitFigure(portal, db),
      await groupMoveFigure(portal, db),
      ...(await fleetBrowserFigures(portal)),
    ]
    return figures
  } finally {
    await db.close()
    await portal.stop()
  }
}

async function sampleOf(client: Client): Promise<Sample> {
  const newest = await client.ask(fleet.list, { limit: 200 })
  const oldest = await client.ask(fleet.list, { limit: 200, sort: { by: 'createdAt', direction: 'asc' } })
  const { items } = await client.ask(configuration.list, { limit: 50 })
  const campaignId = await campaignOf(client, items[0]!.id)
  return { profiles: newest.items, old: oldest.items, configurations: items, campaignId }
}

const IN_CAMPAIGN = 20_000

/** A campaign with profiles; reuses the one of a previous run in the same folder. */
async function campaignOf(client: Client, configurationId: string): Promise<string> {
  const { items } = await client.ask(campaign.list, {})
  if (items[0]) return items[0].id
  const fields = { name: 'Bench', configurationId, confirmationCode: { mode: 'none' as const } }
  const { id } = await client.ask(campaign.add, { fields })
  await client.ask(campaign.fill, { id, filter: { configurationId, status: ['AVAILABLE'] }, most: IN_CAMPAIGN })
  return id
}

type Measured = { portal: Portal; db: Db; bare: number; filters: readonly (readonly [string, FleetFilter])[] }

/** The p95 and the ratio of the slowest filter. */
async function pageFigure(name: string, { portal, db, bare, filters }: Measured): Promise<Figure> {
  let value = 0
  let ratio = 0
  for (const [label, filter] of filters) {
    const ask = () => answerMs(portal.client, fleet.list, { filter, limit: LIMIT })
    await ask()
    const times = await measure(ROUNDS, ask)
    const answer = p95(times.kept)
    const query = (await databaseMs(db, portal, filter)) / bare
    console.error(`${name} ${label}: ${said(times)}, ${query.toFixed(2)} times a bare page`)
    value = Math.max(value, answer)
    ratio = Math.max(ratio, query)
  }
  return { name, value, unit: 'ms', limit: PAGE_LIMIT_MS, ratio, ratioLimit: RATIO_LIMIT }
}

/** The p95, without and with disturbed measurements. */
function said({ kept, disturbed }: Times): string {
  const alone = `${p95(kept).toFixed(1)} ms`
  if (disturbed.length === 0) return alone
  return `${alone} (${p95([...kept, ...disturbed]).toFixed(1)} with ${disturbed.length} disturbed by the host)`
}

const PAGES = 40

async function nextPageFigure({ client, ...portal }: Portal, db: Db, bare: number): Promise<Figure> {
  const times: Times = { kept: [], disturbed: [] }
  const read = async (asked: InputOf<typeof fleet.list>) => {
    const { kept, disturbed } = await measure(1, () => answerMs(client, fleet.list, asked))
    times.kept.push(...kept)
    times.disturbed.push(...disturbed)
  }
  const backwards: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES; page++) {
    const asked = pageBehind(page < PAGES / 2 ? {} : { status: ['ENABLED'] }, cursor)
    if (cursor) await read(asked)
    const { next, previous } = await client.ask(fleet.list, asked)
    cursor = page + 1 === PAGES / 2 ? undefined : (next ?? undefined)
    if (previous) backwards.push(previous)
  }
  for (const back of backwards.slice(-10)) await read(pageBehind({ status: ['ENABLED'] }, back))
  console.error(`fleet.next-page: ${said(times)}`)
  const ratio = (await databaseMs(db, portal, {}, 'behind')) / bare
  return {
    name: 'fleet.next-page',
    value: p95(times.kept),
    unit: 'ms',
    limit: PAGE_LIMIT_MS,
    ratio,
    ratioLimit: RATIO_LIMIT,
  }
}

const pageBehind = (filter: FleetFilter, cursor: string | undefined) =>
  ({ filter, limit: LIMIT, ...(cursor ? { cursor } : {}) }) as InputOf<typeof fleet.list>

async function detailFigure(client: Client): Promise<Figure> {
  const { items } = await client.ask(fleet.list, { limit: 200, sort: { by: 'iccid', direction: 'asc' } })
  const times = await measure(items.length, (round) => answerMs(client, fleet.detail, { id: items[round]!.id }))
  console.error(`fleet.detail: ${said(times)}`)
  const value = p95(times.kept)
  return { name: 'fleet.detail', value, unit: 'ms', limit: DETAIL_LIMIT_MS, ratio: value / DETAIL_LIMIT_MS }
}

/** Median time of the list's query in the database, in the tenant role. */
async function databaseMs(
  db: Db,
  { enterpriseId }: Pick<Portal, 'enterpriseId'>,
  filter: FleetFilter,
  from: 'first' | 'behind' = 'first',
): Promise<number> {
  return await db.tenantTx(enterpriseId, async (db) => {
    const resolved = await resolveFilter(db, { enterpriseId, filter, now: new Date(), timeZone: 'UTC' })
    const matched = await findMatches(db, resolved)
    const page = {
      filter: resolved,
      matched,
      sort: { by: 'createdAt', direction: 'desc' },
      limit: LIMIT,
      keyset: undefined,
    } as const
    const last = (await selectProfiles(db, page)).at(-1)
    const keyset = from === 'behind' && last ? { value: last.created_at.toISOString(), id: last.id } : undefined
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const begin = performance.now()
      await selectProfiles(db, { ...page, keyset })
      times.push(performance.now() - begin)
    }
    return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
  })
}

function p95(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)]!
}
