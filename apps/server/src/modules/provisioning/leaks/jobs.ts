import { type LeakKind, leakKinds } from '@simwright/contract/provisioning/leak'
import type { TenantDb } from '../../../db/database.ts'
import type { LeaksServer as Server } from '../../../port/module.ts'
import { notifyMembers, readThreshold } from '../../platform/notices/service.ts'
import {
  type FoundLeak,
  selectAccountsWithNews,
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
  const news = await storeFound(server, db, { kind, hours, begins, at, tried, levels })
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
