import type { SystemDb } from '../../../db/database.ts'
import type { AuditServer as Server } from '../../../port/module.ts'
import { EMPTY_CHAIN, sealLink } from './chain.ts'
import { lockChain, replaceByCheckpoint, selectChain, selectOldChains } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000
const CHAINS_AT_ONCE = 50
const ENTRIES_AT_ONCE = 2_000

type Needs = Pick<Server, 'db' | 'keys' | 'clock'>

/**
 * Deletes entries from before a time. The remaining chain can be verified: it begins at a sealed checkpoint.
 * Prunes a chain at most once a day, to keep checkpoints few. @returns how many entries were deleted
 */
export async function dropOldAudit(server: Needs, end: Date): Promise<number> {
  const overdue = new Date(end.getTime() - DAY_MS)
  const chains = await server.db.systemTx((db) => selectOldChains(db, { before: overdue, limit: CHAINS_AT_ONCE }))
  let dropped = 0
  for (const id of chains) dropped += await server.db.systemTx((db) => dropBatch(server, db, { id, end }))
  return dropped
}

/** Deletes the oldest entries, up to the first that must be retained. */
async function dropBatch(server: Needs, db: SystemDb, { id, end }: { id: string; end: Date }): Promise<number> {
  await lockChain(db, id, sealLink(server, id, { ...EMPTY_CHAIN, of: 'head' }))
  const oldest = await selectChain(db, id, { after: 0, limit: ENTRIES_AT_ONCE })
  const retained = oldest.findIndex(({ at }) => at >= end)
  const last = oldest.at(retained < 0 ? -1 : retained - 1)
  if (!last || retained === 0) return 0
  const { number, hash } = last
  return await replaceByCheckpoint(db, id, {
    ...sealLink(server, id, { number, hash, of: 'checkpoint' }),
    at: server.clock.now(),
  })
}
