import type { RollupServer as Server } from '../../../port/module.ts'
import { checkNext } from './check.ts'
import { mergeNext } from './merge.ts'
import { pause } from './pause.ts'
import { fillNext } from './rebuild.ts'
import { insertStates } from './state.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'log' | 'random'>

/** Each does one part of its work. @returns whether there may be more */
const TASKS: readonly ((server: Needs, signal: AbortSignal) => Promise<boolean>)[] = [fillNext, mergeNext, checkNext]

/**
 * Work on rollups besides folding, a part at a time, resting after each part as long as it took. Processes share the work by
 * locking the enterprise.
 */
export async function runUpkeep(server: Needs, signal: AbortSignal): Promise<void> {
  await server.db.systemTx(insertStates)
  for (const task of TASKS) await repeat(() => task(server, signal), signal)
}

async function repeat(part: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const begin = performance.now()
    if (!(await part())) return
    await pause(performance.now() - begin, signal)
  }
}
