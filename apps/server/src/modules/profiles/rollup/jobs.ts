import type { RollupServer as Server } from '../../../port/module.ts'
import { type BackgroundLoop, SELDOM_MS } from '../../../work/loop.ts'
import { deltasDue, foldQueue } from './queries.ts'

export { notifyOfPartialRates } from './partial-success.ts'
export { notifyOfSuccessRates } from './success.ts'
export { runUpkeep } from './upkeep.ts'

const FOLD_AT_ONCE = 1000
const REST_MS = 1000

/** Adds queued deltas to the counters. Any number of processes can do so at the same time. */
export function rollupLoop({ db }: Pick<Server, 'db'>): BackgroundLoop {
  const run = async (signal: AbortSignal) => {
    while (!signal.aborted && (await db.systemTx((system) => foldQueue(system, FOLD_AT_ONCE))) === FOLD_AT_ONCE);
  }
  return { name: 'counters', everyMs: SELDOM_MS, restMs: REST_MS, due: deltasDue, run }
}
