import { Problem } from '@simwright/contract'
import { FairQueue, SLOTS } from './fair-queue.ts'
import type { Task } from './task.ts'
import { type ProgramOf, WorkerProcess } from './worker-process.ts'

/** Processes that wait, each with about 90 MiB. */
const IDLE_MAX = 2
const IDLE_MS = 2_000

type Idle = { process: WorkerProcess; timer: NodeJS.Timeout }

/**
 * Processes that have done a task and wait for the next one of the same kind and enterprise account: no account's file is
 * read where another account's was.
 */
class IdleProcesses {
  /** The oldest first. */
  readonly #idle = new Map<string, Idle>()

  take(kind: string): WorkerProcess | undefined {
    const found = this.#idle.get(kind)
    if (!found) return undefined
    this.#idle.delete(kind)
    clearTimeout(found.timer)
    return found.process.canContinue ? found.process : undefined
  }

  keep(kind: string, process: WorkerProcess, idleMs: number): void {
    this.#end(kind)
    this.endBeyond(IDLE_MAX - 1)
    const timer = setTimeout(() => this.#end(kind), idleMs)
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

/** The enterprise account that work is for, and the processes that do it. */
export type TaskFor = { workers: WorkerPool; tenant: string }

export type TaskCall<Input, Message, Answer = void> = {
  /** The enterprise account that the work is for. */
  tenant: string
  input: Input
  /** Called for one message after the other, in order. Answers those that are questions. */
  onMessage?: (message: Message) => Promise<Answer>
  /** The process does no further task: what it gets must not stay in its memory. */
  isLast?: boolean
}

export type PoolOptions = {
  /** The file to start for a source file; by default the source file itself. */
  programOf?: ProgramOf
  /** How long a process waits for the next task: it has memory, and what it has read, until its end. */
  idleMs?: number
}

/** Runs tasks in a few processes, in turns that are fair between tenants. A process is never used for two tenants. */
export class WorkerPool {
  readonly #queue = new FairQueue()
  readonly #busy = new Set<WorkerProcess>()
  readonly #idle = new IdleProcesses()
  readonly #programOf: ProgramOf
  readonly #idleMs: number
  #isClosed = false

  constructor({ programOf = (source) => source, idleMs = IDLE_MS }: PoolOptions = {}) {
    this.#programOf = programOf
    this.#idleMs = idleMs
  }

  /**
   * @throws TaskEnd when the process ends beyond a limit of the task
   * @throws Problem `busy` when too much work waits, and when the turn does not come in time
   */
  async run<Input, Output, Message = never, Answer = void>(
    task: Task<Input, Output, Message, Answer>,
    { tenant, input, onMessage, isLast = false }: TaskCall<Input, Message, Answer>,
  ): Promise<Output> {
    return await this.#queue.inTurn({ tenant, length: task.length }, async () => {
      // the limits of a process are those of its first task
      const kind = `${tenant} ${task.file.href} ${task.memoryMiB}`
      const work = async (process: WorkerProcess) => {
        this.#busy.add(process)
        try {
          return await process.run<Input, Output, Message>(input, onMessage ?? (async () => {}))
        } finally {
          this.#busy.delete(process)
          if (process.canContinue && !isLast && !this.#isClosed) this.#idle.keep(kind, process, this.#idleMs)
          else process.kill()
        }
      }
      const kept = this.#idle.take(kind)
      if (!kept) return await work(this.#start(task))
      try {
        return await work(kept)
      } catch (error) {
        // it ended while it waited, which is not the fault of this task
        if (kept.hasBegun) throw error
        return await work(this.#start(task))
      }
    })
  }

  /** A process that waits has the place of one that works: it ends when the place is needed. */
  #start(task: Task<never, never, never, never>): WorkerProcess {
    if (this.#isClosed) throw new Problem('unavailable')
    this.#idle.endBeyond(SLOTS - this.#busy.size - 1)
    return new WorkerProcess(task, this.#programOf)
  }

  /** Tasks that run and that wait. */
  counts(): { running: number; waiting: number } {
    return this.#queue.counts()
  }

  /** The number of processes, which work or wait for the next task. */
  get processes(): number {
    return this.#busy.size + this.#idle.size
  }

  /** Ends all tasks; none starts afterwards. */
  close(): void {
    this.#isClosed = true
    for (const process of this.#busy) process.kill()
    this.#idle.endBeyond(0)
  }
}
