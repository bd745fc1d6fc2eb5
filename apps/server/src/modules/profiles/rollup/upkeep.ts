import { pause } from './pause.ts'
import type { Server } from './port.ts'
import { fillNext } from './rebuild.ts'

const EACH_MS = 10 * 60_000

/** Each does a bounded part of its work in one transaction. @returns whether there may be more */
const TASKS: readonly ((server: Pick<Server, 'db' | 'clock' | 'log'>) => Promise<boolean>)[] = [fillNext]

/**
 * Work on rollups beside folding: at start and every ten minutes, a part at a time, resting after each part as long as it
 * took. Processes share the work by locking the enterprise.
 */
export function startUpkeep(server: Pick<Server, 'db' | 'clock' | 'log'>): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const running = runUntil(server, stopped.signal)
  return {
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}

async function runUntil(server: Pick<Server, 'db' | 'clock' | 'log'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const task of TASKS) await repeat(() => task(server), signal)
    } catch (err) {
      if (!signal.aborted) server.log.warn({ err }, 'the rollups could not be looked after, retrying')
    }
    await pause(EACH_MS, signal)
  }
}

async function repeat(part: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const begin = performance.now()
    if (!(await part())) return
    await pause(performance.now() - begin, signal)
  }
}
