import type { WorkerProcess } from './worker-process.ts'

/** Processes that wait, each with about 90 MiB. */
const IDLE_MAX = 2
/** How long a process waits for the next task. */
const IDLE_MS = 5_000

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
    const [oldest] = this.#idle.keys()
    if (oldest !== undefined && this.#idle.size >= IDLE_MAX) this.#end(oldest)
    const timer = setTimeout(() => this.#end(kind), IDLE_MS)
    this.#idle.set(kind, { process, timer })
  }

  endAll(): void {
    for (const kind of [...this.#idle.keys()]) this.#end(kind)
  }

  #end(kind: string): void {
    const found = this.#idle.get(kind)
    this.#idle.delete(kind)
    clearTimeout(found?.timer)
    found?.process.kill()
  }
}
