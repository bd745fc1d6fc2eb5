import type { SystemDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { setUntilEnd } from '../../../db/transaction.ts'
import type { RollupServer as Server } from '../../../port/module.ts'
import { fillEvents } from '../lifecycle/service.ts'
import { BEGINNING, correct, type Difference, nextPart, type Part } from './difference.ts'
import { lockState, lockUnfilled, updateFilled, updateRebuilt } from './state.ts'

type Rebuilding = { enterpriseId: EnterpriseId; from: Date; now: Date }

/** Rebuilds the rollups of the next part of an enterprise's events, whose state is locked. */
async function rebuildPart(system: SystemDb, { enterpriseId, from, now }: Rebuilding): Promise<Part & Difference> {
  const part = await nextPart(system, { enterpriseId, from, now })
  await fillEvents(system, { enterpriseId, ...part })
  return { ...part, ...(await correct(system, { enterpriseId, part, now })) }
}

/**
 * Rebuilds the rollups of an enterprise from its events, in one transaction: readers see the old figures until all are
 * right. Events may happen and be folded meanwhile.
 * @returns how many rollup rows were wrong
 */
export async function rebuildRollups(
  { db, clock }: Pick<Server, 'db' | 'clock'>,
  enterpriseId: EnterpriseId,
): Promise<number> {
  return await db.systemTx(async (db) => {
    // a part takes seconds; on a very busy machine, it must not fail after all parts before it
    await setUntilEnd(db, { statement_timeout: '10min' })
    await lockState(db, enterpriseId)
    const now = clock.now()
    let wrong = 0
    let done: (Part & Difference) | undefined
    do {
      done = await rebuildPart(db, { enterpriseId, from: done?.to ?? BEGINNING, now })
      wrong += done.rows
    } while (!done.isLast)
    await updateRebuilt(db, enterpriseId)
    return wrong
  })
}

/**
 * After migrations 0102 and 0108: gives the next part of some enterprise's earlier events what they lack for figures, and
 * its rollups the kinds and metrics that they lack. @returns whether there was one
 */
export async function fillNext({ db, clock }: Pick<Server, 'db' | 'clock'>): Promise<boolean> {
  return await db.systemTx(async (db) => {
    const unfilled = await lockUnfilled(db)
    if (!unfilled) return false
    const { enterpriseId, filledTo } = unfilled
    const { isLast, to } = await rebuildPart(db, { enterpriseId, from: filledTo, now: clock.now() })
    await updateFilled(db, enterpriseId, isLast ? null : to)
    return true
  })
}
