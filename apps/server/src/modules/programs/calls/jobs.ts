import { deleteExpired } from '../../../db/retention.ts'
import type { CallsServer as Server } from '../../../port/module.ts'
import { LOG_LIFE_MS } from './recorder.ts'

/** At one sweep each 5 s, more than the calls that a full installation logs in that time. */
const DELETED_AT_ONCE = 5_000

/** Deletes calls of 30 days ago. */
export async function dropOldCalls({ db, clock }: Pick<Server, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - LOG_LIFE_MS)
  await db.systemTx((system) =>
    deleteExpired(system, { table: 'program_call', column: 'at', before, limit: DELETED_AT_ONCE }),
  )
}
