import type { RecycleServer as Server } from '../../../port/module.ts'
import { type Cause, type LockedProfile, lockProfiles } from '../../profiles/lifecycle/service.ts'
import { selectDue } from './queries.ts'

export { recyclingDue } from './queries.ts'

import { beginRecycling, failRecycling, setTime, stockStateOf } from './recycling.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random' | 'stopping'>

/** Profiles per query, and at most per transaction. */
const CHUNK_SIZE = 1_000

/**
 * Begins the recycling of profiles that are due, and fails the recycling that no device has confirmed in time. Safe in
 * concurrent processes: a profile that is no longer due once its row is locked is skipped.
 */
export async function recycleDue(server: Needs): Promise<void> {
  const at = server.clock.now()
  for (let count = CHUNK_SIZE; count === CHUNK_SIZE && !server.stopping.aborted; ) {
    const due = await server.db.systemTx((db) => selectDue(db, at, CHUNK_SIZE))
    count = due.length
    const ofEach = Map.groupBy(due, (one) => one.enterprise_id)
    for (const [enterpriseId, profiles] of ofEach) {
      const ids = profiles.map(({ id }) => id)
      const cause = { enterpriseId, at, actor: { kind: 'system' }, newId: server.random.uuid } as const
      await server.db.tenantTx(enterpriseId, (db) => processDue(db, cause, ids))
    }
  }
}

async function processDue(
  db: Parameters<typeof beginRecycling>[0],
  cause: Cause,
  ids: readonly string[],
): Promise<void> {
  const targets = (await lockProfiles(db, cause.enterpriseId, ids)).filter(
    ({ recycle_due_at: dueAt }) => dueAt !== null && dueAt <= cause.at,
  )
  const isGone = (target: LockedProfile) => ['removed', 'in stock'].includes(stockStateOf(target))
  const rest = targets.filter((target) => !isGone(target))
  // a profile released meanwhile needs no confirmation
  const isUnconfirmed = (target: LockedProfile) => target.recycle_begun_at !== null && stockStateOf(target) === 'held'
  await setTime(db, cause, { targets: targets.filter(isGone), recycleAt: null })
  await failRecycling(db, cause, rest.filter(isUnconfirmed))
  const beginning = rest.filter((target) => !isUnconfirmed(target))
  for (const [reason, of] of Map.groupBy(beginning, ({ recycle_reason }) => recycle_reason ?? 'EXPIRE_TIME'))
    await beginRecycling(db, cause, { targets: of, reason })
}
