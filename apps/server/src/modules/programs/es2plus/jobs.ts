import { setTimeout as sleep } from 'node:timers/promises'
import { ES2PLUS_LIMITS } from '@simwright/contract/programs/es2plus'
import { deleteExpired } from '../../../db/retention.ts'

export { settleDisplaced } from './displaced.ts'

import type { Es2plusServer as Server } from '../../../port/module.ts'
import { notifyOperator } from './notify.ts'
import { takeDue } from './progress-queries.ts'

const POLL_MS = 1_000

/** Notifications that one process sends at the same time. */
const AT_ONCE = 16

/** Notifies operators until stopped. Any number of processes can do so at the same time. */
export function startOperatorNotices(server: Server): { stop(): Promise<void> } {
  const stop = new AbortController()
  const ended = AbortSignal.any([stop.signal, server.stopping])
  const loop = notifyUntil(server, ended)
  return {
    stop: async () => {
      stop.abort()
      await loop
    },
  }
}

async function notifyUntil(server: Server, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    try {
      while (!ended.aborted && (await notifySome(server)) > 0);
    } catch (err) {
      if (!ended.aborted) server.log.warn({ err }, 'operators could not be notified, retrying')
    }
    await sleep(POLL_MS, undefined, { signal: ended, ref: false }).catch(() => {})
  }
}

/** @returns how many it sent */
async function notifySome(server: Server): Promise<number> {
  const due = await server.db.systemTx((system) => takeDue(system, server.clock.now(), AT_ONCE))
  const outcomes = await Promise.allSettled(due.map((one) => notifyOperator(server, one)))
  for (const outcome of outcomes)
    if (outcome.status === 'rejected' && !server.stopping.aborted)
      server.log.warn({ err: outcome.reason }, 'an operator could not be notified')
  return due.length
}

/** Sends every notification that is due now. */
export async function notifyOperators(server: Server): Promise<void> {
  while ((await notifySome(server)) > 0);
}

const DAY_MS = 24 * 60 * 60_000

/** Deletes calls and notifications after their retention. */
export async function dropOldCalls({ db, clock }: Pick<Server, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - ES2PLUS_LIMITS.logDays * DAY_MS)
  await db.systemTx(async (system) => {
    for (const table of ['es2plus_call', 'es2plus_progress'] as const)
      await deleteExpired(system, { table, column: 'at', before, limit: 5_000 })
  })
}
