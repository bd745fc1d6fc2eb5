import type { Kysely } from 'kysely'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { RestoresServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../audit/service.ts'
import { insertRestore, selectHolding, updateReleased } from './queries.ts'

/*
 * Restores of the database: from a backup, or to a point in time. What was queued at that time would go out once more:
 * webhooks, e-mails, charges. So all that the portal sends by itself is held until a person releases it.
 */

export { isHeld, isHeldSince, selectLast as readLastRestore, updateSettled } from './queries.ts'

type GlobalDb = Kysely<GlobalTables>

/** A restore at `at` to what the database held at `rowsOf`. */
type Restore = { id: string; rowsOf: Date; at: Date }

/** Records a restore; from now on what goes out is held. */
export async function recordRestore(db: GlobalDb, { id, rowsOf, at }: Restore): Promise<void> {
  await insertRestore(db, { id, rows_of: rowsOf, recorded_at: at })
}

/** The last restore, while what goes out is held. */
export async function readHolding(db: GlobalDb): Promise<Omit<Restore, 'id'> | undefined> {
  const holding = await selectHolding(db)
  return holding && { rowsOf: holding.rows_of, at: holding.recorded_at }
}

/** Releases what is held. @returns false if nothing was held */
export async function releaseHeld(server: Server): Promise<boolean> {
  const { db, clock } = server
  return await db.globalTx(async (global) => {
    const released = await updateReleased(global, clock.now())
    for (const { rows_of } of released) {
      await recordAudit(server, global, {
        enterpriseId: STAFF_ENTERPRISE_ID,
        action: 'enterprise.heldReleased',
        object: { id: STAFF_ENTERPRISE_ID, name: '' },
        after: { rowsOf: rows_of.toISOString() },
      })
    }
    return released.length > 0
  })
}
