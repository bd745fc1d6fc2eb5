import type { OperationsServer as Server } from '../../../port/module.ts'
import { hasLapsed, releaseAll, selectLapsed } from '../../../work/lease.ts'
import { type OperationKey, operationWork } from './queries.ts'
import { runOperation } from './run.ts'

/** Runs an operation until it ends, its lease is lost or the server stops. */
export async function operate(server: Server, key: OperationKey): Promise<void> {
  await runOperation(server, key)
}

/** Queues unfinished operations without a valid lease: after a killed process, a lost notification or an error. */
export async function wakeOperations(server: Server): Promise<void> {
  const lapsed = await server.db.systemTx((db) => selectLapsed(db, operationWork))
  for (const key of lapsed) await server.jobs.add('operate', key)
}

/** Releases all leases; called when the only server of a database starts, because their holders are dead. */
export async function releaseOperations(server: Pick<Server, 'db'>): Promise<void> {
  await server.db.systemTx((db) => releaseAll(db, operationWork))
}

/** Whether {@link wakeOperations} has something to wake. */
export const operationsDue = () => hasLapsed(operationWork)
