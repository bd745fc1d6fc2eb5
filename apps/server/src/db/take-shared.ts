import { sql } from 'kysely'
import type { TenantDb } from './database.ts'

const SAVE = sql`savepoint shared`
const RESTORE = sql`rollback to savepoint shared`
const RELEASE = sql`release savepoint shared`

/**
 * - `locked`: the lock is held, and what remains must be shared out again.
 * - `room`: the lock is held, but a slot has room by now.
 * - `changed`: something else must be locked since.
 * - `none`: nothing remains.
 */
type LockOutcome = 'locked' | 'room' | 'changed' | 'none'

type Shared<T> = {
  /** One statement: takes from a slot that no other transaction has locked (`skip locked`). Undefined: none has room. */
  take: () => Promise<T | undefined>
  /** Waits for the lock of what the slots are of. */
  lock: () => Promise<LockOutcome>
  /** Takes one while the lock is held, and shares out what remains. Undefined: nothing remains. */
  takeLocked: () => Promise<T | undefined>
}

/**
 * Takes one of a number that many transactions take from at once. The number is shared out to slots, rows of which each
 * transaction finds one that no other has locked, so they don't wait for each other; when no slot has room, they take turns.
 *
 * A transaction that finds no slot goes back to a savepoint before it waits for the lock: a row remains locked even if it
 * turns out to have no room, and who holds the lock waits for these rows. If a slot has room after the wait, it lets go of
 * the lock and takes that, so that all who waited for the same lock go on at once. @returns undefined if nothing is left
 */
export async function takeShared<T>(db: TenantDb, { take, lock, takeLocked }: Shared<T>): Promise<T | undefined> {
  const [, first] = await Promise.all([SAVE.execute(db), take()])
  const taken = first ?? (await takeAfterWait())
  // not awaited: the next statement waits for it, and fails too if it does
  RELEASE.execute(db).catch(() => {})
  return taken

  async function takeAfterWait(): Promise<T | undefined> {
    let hasTriedAgain = false
    for (;;) {
      const [, outcome] = await Promise.all([RESTORE.execute(db), lock()])
      if (outcome === 'changed') continue
      if (outcome === 'room' && !hasTriedAgain) {
        hasTriedAgain = true
        const [, taken] = await Promise.all([RESTORE.execute(db), take()])
        if (taken !== undefined) return taken
        continue
      }
      const taken = outcome === 'none' ? undefined : await takeLocked()
      if (taken === undefined) await RESTORE.execute(db)
      return taken
    }
  }
}
