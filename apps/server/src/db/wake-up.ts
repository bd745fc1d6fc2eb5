import { setTimeout as sleep } from 'node:timers/promises'

/** A notification may be lost: whoever waits looks by himself after this. */
const POLL_MS = 2_000

/** Notifications may come in a crowd; a person needs no more pictures a second than these. */
const PAUSE_MS = 100

/** Wakes a waiter when a hint was given since the last wait, at the latest after the time of a poll. */
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
