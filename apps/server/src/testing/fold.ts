import { setTimeout as sleep } from 'node:timers/promises'
import { foldQueue } from '../modules/profiles/rollup/queries.ts'
import type { OpenServer } from '../server.ts'

const AT_ONCE = 10_000

/**
 * Adds all queued deltas to the counters. While the server's own background work adds some, it
 * gets none, so it waits until no delta is queued.
 */
export async function foldAll({ db }: Pick<OpenServer, 'db'>): Promise<void> {
  const isQueued = () => db.systemTx((db) => db.selectFrom('rollup_queue').select('id').limit(1).executeTakeFirst())
  await db.systemTx((db) => foldQueue(db, AT_ONCE))
  while (await isQueued()) {
    await sleep(5)
    await db.systemTx((db) => foldQueue(db, AT_ONCE))
  }
}
