import type { SourceServer as Server } from '../../../port/module.ts'
import { deleteEndedPgpKeys, deleteExpiredSources } from './queries.ts'

/** Deletes uploads of all enterprises that were not confirmed in time, and replaced OpenPGP keys that have ended. */
export async function dropExpiredSources(server: Pick<Server, 'db' | 'clock'>): Promise<void> {
  const now = server.clock.now()
  await server.db.systemTx(async (db) => {
    await deleteExpiredSources(db, now)
    await deleteEndedPgpKeys(db, now)
  })
}
