import type { RollupServer as Server } from '../../../port/module.ts'
import { pause } from './pause.ts'
import { foldQueue } from './queries.ts'

export { notifyOfSuccessRates } from './success.ts'

const FOLD_AT_ONCE = 2000
const PAUSE_MS = 1000

/** Adds queued deltas to the counters until stopped. Any number of processes can do so at the same time. */
export function startRollup(server: Pick<Server, 'db' | 'log'>): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const running = foldUntil(server, stopped.signal)
  return {
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}

async function foldUntil(server: Pick<Server, 'db' | 'log'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      while (!signal.aborted && (await server.db.systemTx((db) => foldQueue(db, FOLD_AT_ONCE))) === FOLD_AT_ONCE);
    } catch (error) {
      if (!signal.aborted)
        server.log.warn({ err: error }, 'the queued deltas could not be added to the counters, retrying')
    }
    await pause(PAUSE_MS, signal)
  }
}
