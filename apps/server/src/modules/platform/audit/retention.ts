import type { SystemDb } from '../../../db/database.ts'
import { dropMonths } from '../../../db/month.ts'
import type { AuditServer as Server } from '../../../port/module.ts'
import { EMPTY_CHAIN, sealLink } from './chain.ts'
import {
  deleteCovered,
  insertCheckpoint,
  lockChain,
  selectCheckpoint,
  selectNewestBefore,
  selectUncoveredChains,
} from './queries.ts'

const CHAINS_AT_ONCE = 50
const ENTRIES_AT_ONCE = 2_000

type Needs = Pick<Server, 'db' | 'keys' | 'clock'>

/**
 * Deletes entries from before the beginning of a month. The remaining chain can be verified: it begins at a sealed checkpoint.
 * Whole months are dropped; the oldest partition, which can reach into later months, loses single entries.
 * @returns how many months and entries were deleted
 */
export async function dropOldAudit(server: Needs, end: Date): Promise<number> {
  await coverChains(server, end)
  let dropped = await dropMonths(server.db, 'audit_entry', end)
  const range = { before: end, limit: ENTRIES_AT_ONCE }
  for (let deleted = ENTRIES_AT_ONCE; deleted === ENTRIES_AT_ONCE; dropped += deleted)
    deleted = await server.db.systemTx((db) => deleteCovered(db, range))
  return dropped
}

/** Seals a checkpoint for each chain with entries that are to be deleted: one a month. */
async function coverChains(server: Needs, before: Date): Promise<void> {
  for (let found = CHAINS_AT_ONCE; found === CHAINS_AT_ONCE; ) {
    const chains = await server.db.systemTx((db) => selectUncoveredChains(db, { before, limit: CHAINS_AT_ONCE }))
    for (const id of chains) await server.db.systemTx((db) => coverChain(server, db, { id, before }))
    found = chains.length
  }
}

async function coverChain(server: Needs, db: SystemDb, { id, before }: { id: string; before: Date }): Promise<void> {
  await lockChain(db, id, sealLink(server, id, { ...EMPTY_CHAIN, of: 'head' }))
  const last = await selectNewestBefore(db, id, before)
  const checkpoint = await selectCheckpoint(db, id)
  // another process may have been faster
  if (!last || (checkpoint && checkpoint.number >= last.number)) return
  await insertCheckpoint(db, id, { ...sealLink(server, id, { ...last, of: 'checkpoint' }), at: server.clock.now() })
}
