import { AsyncLocalStorage } from 'node:async_hooks'

const background = new AsyncLocalStorage<true>()

/** The connections of `work` are those of background work, which leaves some of each pool to calls. */
export const inBackground = <T>(work: () => Promise<T>): Promise<T> => background.run(true, work)

/** Connections of a pool that background work leaves to calls. */
const LEFT_TO_CALLS = 4

/**
 * The connections of a pool that background work may use at once. Loops run side by side, so while a table is locked they
 * could all hang, each with a connection, and no call would get one.
 */
export class BackgroundShare {
  #free: number
  readonly #waiting: (() => void)[] = []

  /** `connections`: of the pool */
  constructor(connections: number) {
    this.#free = Math.max(1, connections - LEFT_TO_CALLS)
  }

  /** Waits, without a limit, until background work may use one more connection. @returns false for a call, which needs no turn */
  async take(): Promise<boolean> {
    if (background.getStore() === undefined) return false
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return true
  }

  /** Ends a turn that `take` returned true for. */
  giveBack(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}
