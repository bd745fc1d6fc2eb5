import type { WorkerProcess } from './worker-process.ts'

/** Processes that wait, each with about 90 MiB. */
const IDLE_MAX = 2
/** How long a process waits for the next task: it has memory, and what it has read, until its end. */
const IDLE_MS = 2_000

type Idle = { process: WorkerProcess; timer: NodeJS.Timeout }

/**
 * Processes that have done a task and wait for the next one of the same kind and enterprise account: no account's file is
 * read where another account's was.
 */
export class IdleProcesses {
  /** The oldest first. */
  readonly #idle = new Map<string, Idle>()

  take(kind: string): WorkerProcess | undefined {
    const found = this.#idle.get(kind)
    if (!found) return undefined
    this.#idle.delete(kind)
    clearTimeout(found.timer)
    return found.process.canContinue ? found.process : undefined
  }

  keep(kind: string, process: WorkerProcess): void {
    this.#end(kind)
    this.endBeyond(IDLE_MAX - 1)
    const timer = setTimeout(() => this.#end(kind), IDLE_MS)
    this.#idle.set(kind, { process, timer })
  }

  get size(): number {
    return this.#idle.size
  }

  /** Ends the oldest processes, so that at most this many wait. */
  endBeyond(most: number): void {
    const ended = [...this.#idle.keys()].slice(0, Math.max(0, this.#idle.size - most))
    for (const kind of ended) this.#end(kind)
  }

  #end(kind: string): void {
    const found = this.#idle.get(kind)
    this.#idle.delete(kind)
    clearTimeout(found?.timer)
    found?.process.kill()
  }
}
