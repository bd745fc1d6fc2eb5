export { settleDisplaced } from './displaced.ts'
export { displacedDue } from './operator-queries.ts'

import type { Es2plusServer as Server } from '../../../port/module.ts'
import { type BackgroundLoop, SELDOM_MS } from '../../../work/loop.ts'
import { notifyOperator } from './notify.ts'
import { noticesDue, takeDue } from './progress-queries.ts'

const REST_MS = 1_000

/** Notifications that one process sends at the same time. */
const AT_ONCE = 16

/** Notifies operators. Any number of processes can do so at the same time. */
export function operatorNoticeLoop(server: Server): BackgroundLoop {
  const run = async (signal: AbortSignal) => {
    while (!signal.aborted && !server.stopping.aborted && (await notifySome(server)) > 0);
  }
  return { name: 'operator notifications', everyMs: SELDOM_MS, restMs: REST_MS, due: noticesDue, run }
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
