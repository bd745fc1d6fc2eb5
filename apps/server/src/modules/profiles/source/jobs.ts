import type { Server } from './port.ts'
import { deleteExpiredSources } from './queries.ts'

/** Uploads of all enterprises that nobody confirmed in time. */
export async function dropExpiredSources(server: Pick<Server, 'db' | 'clock'>): Promise<void> {
  await server.db.systemTx((db) => deleteExpiredSources(db, server.clock.now()))
}
