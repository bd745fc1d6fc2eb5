import { setTimeout as sleep } from 'node:timers/promises'

/** Notifications can be lost, so a waiter polls at this interval. */
const POLL_MS = 2_000

/** Minimum time between two wake-ups, for bursts of notifications. */
const PAUSE_MS = 100

/** `wait` resolves after a hint that was given since the previous wait, at the latest after `pollMs`. */
export class Hints {
  #given = Promise.withResolvers<void>()
  readonly #pollMs: number

  constructor(pollMs = POLL_MS) {
    this.#pollMs = pollMs
  }

  give(): void {
    this.#given.resolve()
  }

  async wait(signal: AbortSignal): Promise<void> {
    const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
    await Promise.race([this.#given.promise, pause(this.#pollMs)])
    this.#given = Promise.withResolvers<void>()
    await pause(PAUSE_MS)
  }
}
