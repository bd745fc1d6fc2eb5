import { type LeakKind, leakKinds } from '@simwright/contract/provisioning/leak'
import type { TenantDb } from '../../../db/database.ts'
import type { ProfileId } from '../../../db/row-id.ts'
import type { LeaksServer as Server } from '../../../port/module.ts'
import { notifyMembers, readThreshold } from '../../platform/notices/service.ts'
import { isAllowed, lockRows, move } from '../../profiles/lifecycle/service.ts'
import {
  type FoundLeak,
  selectAccountsWithNews,
  selectNewestDevices,
  selectReadTo,
  selectTried,
  type TriedCode,
  upsertLeaks,
  upsertReadTo,
} from './queries.ts'

const HOUR_MS = 60 * 60_000
/** Rows of one insert. */
const CHUNK_SIZE = 1_000

type Worker = Pick<Server, 'db' | 'clock' | 'random'>

/**
 * Compares what tried activation codes since the last time with the thresholds. It reads the stored events, so a download
 * does nothing for it. Each code raises one notification within the hours of its threshold, also if several processes run
 * this; all that are found at once share one.
 */
export async function watchLeaks(server: Worker): Promise<void> {
  const at = server.clock.now()
  const first = new Date(at.getTime() - HOUR_MS)
  const accounts = await server.db.systemTx((db) => selectAccountsWithNews(db, first))
  for (const enterpriseId of accounts)
    await server.db.tenantTx(enterpriseId, async (db) => {
      const from = (await selectReadTo(db)) ?? first
      for (const kind of leakKinds) await compare(server, db, { kind, from, at })
      await upsertReadTo(db, at)
    })
}

type Comparing = { kind: LeakKind; from: Date; at: Date }

async function compare(server: Worker, db: TenantDb, { kind, from, at }: Comparing): Promise<void> {
  const { levels, hours } = await readThreshold(db, kind)
  if (levels.length === 0 || hours === null) return
  const begins = new Date(at.getTime() - hours * HOUR_MS)
  const tried = await selectTried(db, kind, { from, begins, least: Math.min(...levels) })
  // profiles are locked before what belongs to them
  await lockRows(
    db,
    tried.map(({ id }) => id),
  )
  const news = await storeFound(server, db, { kind, hours, begins, at, tried, levels })
  await recordEvents(server, db, { kind, hours, begins, at, found: news })
  const [one] = news
  if (!one) return
  const { id: profileId, iccid, value } = one
  await notifyMembers(server, db, {
    news: { kind, facts: { profileId, iccid, value, hours, count: news.length } },
  })
}

type Storing = Comparing & { hours: number; begins: Date; tried: readonly TriedCode[]; levels: readonly number[] }

/** @returns the codes of which it is news, the one with most devices or networks first */
async function storeFound(
  { random }: Pick<Worker, 'random'>,
  db: TenantDb,
  { kind, hours, begins, at, tried, levels }: Omit<Storing, 'from'>,
): Promise<TriedCode[]> {
  const levelOf = (value: number) => Math.max(...levels.filter((level) => level <= value))
  const news = new Set<string>()
  for (let from = 0; from < tried.length; from += CHUNK_SIZE) {
    const found = tried.slice(from, from + CHUNK_SIZE).map(({ id, matching_id, value }): FoundLeak => {
      return { id: random.uuid(), profileId: id, matchingId: matching_id, value, level: levelOf(value) }
    })
    for (const id of await upsertLeaks(db, { kind, hours, begins, at, found })) news.add(id)
  }
  return tried.filter(({ id }) => news.has(id)).sort((a, b) => b.value - a.value)
}

type Recording = Omit<Comparing, 'from'> & { hours: number; begins: Date; found: readonly TriedCode[] }

/**
 * Writes an event into the timeline of each profile, on which rules can act. It has the device that tried the code last and
 * does not have the profile.
 */
async function recordEvents(
  { random }: Pick<Worker, 'random'>,
  db: TenantDb,
  { kind, hours, begins, at, found }: Recording,
): Promise<void> {
  const devices = await selectNewestDevices(db, { ids: found.map(({ id }) => id), begins })
  const by = ({ CODE_DEVICES: 'leakDevices', CODE_NETWORKS: 'leakNetworks' } as const)[kind]
  const cause = { enterpriseId: db.enterpriseId, at, actor: { kind: 'system' }, newId: random.uuid } as const
  for (const deviceEid of new Set(found.map(({ id }) => devices.get(id)))) {
    const values = new Map(found.flatMap(({ id, value }) => (devices.get(id) === deviceEid ? [[id, value]] : [])))
    const rows = (await lockRows(db, [...values.keys()])).filter((row) => isAllowed('leakSuspected', row))
    const moves = rows.map((row) => {
      const value = values.get(row.profile_id as ProfileId) ?? 0
      return { row, transition: { kind: 'leakSuspected', by, value, hours } as const }
    })
    await move(db, { ...cause, deviceEid }, moves)
  }
}
