import type { Server } from './port.ts'
import { deleteExpiredSources } from './queries.ts'

/** Deletes uploads of all enterprises that were not confirmed in time. */
export async function dropExpiredSources(server: Pick<Server, 'db' | 'clock'>): Promise<void> {
  await server.db.systemTx((db) => deleteExpiredSources(db, server.clock.now()))
}
