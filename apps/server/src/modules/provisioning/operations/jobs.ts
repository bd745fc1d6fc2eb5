import { releaseAll, selectLapsed } from '../../../jobs/work-lease.ts'
import type { Server } from './port.ts'
import { type OperationPlace, operationWork } from './queries.ts'
import { runOperation } from './run.ts'

/** Works on an operation, as far as it comes. */
export async function operate(server: Server, place: OperationPlace): Promise<void> {
  await runOperation(server, place)
}

/** Wakes the work on operations that nobody works on: after a kill, a lost notice, or an error. */
export async function wakeOperations(server: Server): Promise<void> {
  const lapsed = await server.db.systemTx((db) => selectLapsed(db, operationWork))
  for (const place of lapsed) await server.jobs.add('operate', place)
}

/** At the start of the only server on its database: whoever held a lease was killed, and nobody need wait for its end. */
export async function freeOperations(server: Pick<Server, 'db'>): Promise<void> {
  await server.db.systemTx((db) => releaseAll(db, operationWork))
}
