import { deleteExpired } from '../../../db/retention.ts'
import { type Cause, type LockedProfile, lockProfiles } from '../../profiles/lifecycle/service.ts'
import type { Server } from './port.ts'
import { selectDue } from './queries.ts'
import { begin, giveUp, setTime, standingOf } from './recycling.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random' | 'stopping'>

/** Profiles of one transaction, and of one look. */
const AT_ONCE = 1_000

/**
 * Recycles what is due, and gives up what no device has confirmed in time. Any number of processes may do it at once: what
 * is not due any more when its row is locked stays.
 */
export async function recycleDue(server: Needs): Promise<void> {
  const at = server.clock.now()
  for (let found = AT_ONCE; found === AT_ONCE && !server.stopping.aborted; ) {
    const due = await server.db.systemTx((db) => selectDue(db, at, AT_ONCE))
    found = due.length
    const ofEach = Map.groupBy(due, (one) => one.enterprise_id)
    for (const [enterpriseId, profiles] of ofEach) {
      const ids = profiles.map(({ id }) => id)
      const cause = { enterpriseId, at, actor: { kind: 'system' }, newId: server.random.uuid } as const
      await server.db.tenantTx(enterpriseId, (db) => act(db, cause, ids))
    }
  }
}

async function act(db: Parameters<typeof begin>[0], cause: Cause, ids: readonly string[]): Promise<void> {
  const targets = (await lockProfiles(db, cause.enterpriseId, ids)).filter(
    ({ recycle_due_at: dueAt }) => dueAt !== null && dueAt <= cause.at,
  )
  const isGone = (target: LockedProfile) => ['removed', 'in stock'].includes(standingOf(target))
  const rest = targets.filter((target) => !isGone(target))
  // what was set free meanwhile waits for nobody
  const isUnconfirmed = (target: LockedProfile) => target.recycle_begun_at !== null && standingOf(target) === 'held'
  await setTime(db, cause, { targets: targets.filter(isGone), recycleAt: null })
  await giveUp(db, cause, rest.filter(isUnconfirmed))
  const beginning = rest.filter((target) => !isUnconfirmed(target))
  for (const [reason, of] of Map.groupBy(beginning, ({ recycle_reason }) => recycle_reason ?? 'EXPIRE_TIME'))
    await begin(db, cause, { targets: of, reason })
}

const DAY_MS = 24 * 60 * 60_000
const KEPT = [
  { table: 'recycle_log', afterMs: 365 * DAY_MS },
  { table: 'outbox', afterMs: 30 * DAY_MS },
] as const

/** Deletes what was told a year ago, and what nobody has fetched in a month. */
export async function dropOldLogs({ db, clock }: Pick<Needs, 'db' | 'clock'>): Promise<void> {
  await db.systemTx(async (system) => {
    for (const { table, afterMs } of KEPT) {
      const before = new Date(clock.now().getTime() - afterMs)
      await deleteExpired(system, { table, column: 'at', before, limit: 5_000 })
    }
  })
}
