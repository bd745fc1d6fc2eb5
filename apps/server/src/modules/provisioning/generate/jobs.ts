import { releaseAll, selectLapsed } from '../../../jobs/work-lease.ts'
import type { Server } from './port.ts'
import { type BatchPlace, batchWork } from './queries.ts'
import { runBatch } from './run.ts'

/** Works on a batch, as far as it comes. */
export async function generate(server: Server, place: BatchPlace): Promise<void> {
  await runBatch(server, place)
}

/** Wakes the work on batches that nobody works on: after a kill, a lost notice, or an error. */
export async function wakeBatches(server: Server): Promise<void> {
  const lapsed = await server.db.systemTx((db) => selectLapsed(db, batchWork))
  for (const place of lapsed) await server.jobs.add('generate', place)
}

/** At the start of the only server on its database: whoever held a lease was killed, and nobody need wait for its end. */
export async function freeBatches(server: Pick<Server, 'db'>): Promise<void> {
  await server.db.systemTx((db) => releaseAll(db, batchWork))
}
