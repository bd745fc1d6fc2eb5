import type { GenerateServer as Server } from '../../../port/module.ts'
import { hasLapsed, releaseAll, selectLapsed } from '../../../work/lease.ts'
import { type BatchKey, batchWork } from './queries.ts'
import { runBatch } from './run.ts'

/** Runs a batch until it ends, its lease is lost or the server stops. */
export async function generate(server: Server, key: BatchKey): Promise<void> {
  await runBatch(server, key)
}

/** Queues unfinished batches without a valid lease: after a killed process, a lost notification or an error. */
export async function wakeBatches(server: Server): Promise<void> {
  const lapsed = await server.db.systemTx((db) => selectLapsed(db, batchWork))
  for (const key of lapsed) await server.jobs.add('generate', key)
}

/** Releases all leases; called when the only server of a database starts, because their holders are dead. */
export async function releaseBatches(server: Pick<Server, 'db'>): Promise<void> {
  await server.db.systemTx((db) => releaseAll(db, batchWork))
}

/** Whether {@link wakeBatches} has something to wake. */
export const batchesDue = () => hasLapsed(batchWork)
