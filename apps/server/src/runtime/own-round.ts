import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * To be awaited before each step that computes for tens of milliseconds. Only one such step of the process runs in a round of
 * the event loop, so that many long calls at once delay the others by one step and not by all of them.
 */
export function ownRound(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}
