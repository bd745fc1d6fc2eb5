import { setTimeout as sleep } from 'node:timers/promises'
import { dropMonths, makeMonthsAhead, timeOfId } from '../db/month.ts'
import { deleteExpired, deleteExpiredById } from '../db/retention.ts'
import type { Runtime } from '../port/runtime.ts'
import type { BackgroundLoop } from '../work/loop.ts'
import { endOf, RETENTION, type Retained, type RetentionNeeds, type Rows } from './retention-table.ts'

const EACH_MS = 10 * 60_000
const REST_MS = 10_000
const ROWS_AT_ONCE = 5_000

/** Kinds of data that are deleted side by side: one that hangs does not hold up the others. */
const AT_ONCE = 3

/** Deletes what has reached the end of its retention, and makes months ahead, now and every ten minutes. Safe in concurrent processes. */
export const retentionLoop = (server: RetentionNeeds & Pick<Runtime, 'random'>): BackgroundLoop => ({
  name: 'retention',
  everyMs: EACH_MS,
  restMs: REST_MS,
  run: async (signal) => {
    await makeMonthsAhead(server.db, timeOfId(server.random.uuid()))
    await dropExpired(server, { signal })
  },
})

type Dropping = { signal?: AbortSignal /** All by default. */; only?: (retained: Retained) => boolean }

/**
 * Deletes what has reached the end of its retention.
 * @returns the number of rows, and of months that were dropped
 * @throws the first error, after all others were deleted
 */
export async function dropExpired(server: RetentionNeeds, { signal, only }: Dropping = {}): Promise<number> {
  const waiting = RETENTION.filter((one) => only?.(one) ?? true)
  const errors: unknown[] = []
  let dropped = 0
  const work = async () => {
    for (let next = waiting.shift(); next && !signal?.aborted; next = waiting.shift()) {
      const { what } = next
      const count = await drop(server, next, signal).catch((cause: unknown) => {
        errors.push(new Error(`could not be deleted at the end of its retention: ${what}`, { cause }))
        return 0
      })
      dropped += count
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (errors.length > 0) throw errors[0]
  return dropped
}

async function drop(server: RetentionNeeds, retained: Retained, signal?: AbortSignal): Promise<number> {
  const before = endOf(retained, server.clock.now())
  if (typeof retained.drop === 'function') return await retained.drop(server, before)
  let dropped = 0
  for (const rows of retained.drop) {
    if ('by' in rows) dropped += await dropMonths(server.db, rows.table, before)
    dropped += await repeat(() => dropSome(server, rows, before), signal)
  }
  return dropped
}

async function dropSome({ db }: RetentionNeeds, rows: Rows, before: Date): Promise<number> {
  if ('by' in rows)
    return await db.systemTx((system) => deleteExpiredById(system, { ...rows, before, limit: ROWS_AT_ONCE }))
  const { isTenant, ...expired } = rows
  const some = { ...expired, before, limit: ROWS_AT_ONCE }
  return isTenant ? await db.systemTx((system) => deleteExpired(system, some)) : await deleteExpired(db.global, some)
}

/** Deletes until nothing is left, resting after each part as long as it took. */
async function repeat(deleteSome: () => Promise<number>, signal?: AbortSignal): Promise<number> {
  for (let dropped = 0; ; ) {
    const begun = performance.now()
    const count = await deleteSome()
    dropped += count
    if (count < ROWS_AT_ONCE || signal?.aborted) return dropped
    await sleep(performance.now() - begun, undefined, signal ? { signal } : {}).catch(() => {})
  }
}
