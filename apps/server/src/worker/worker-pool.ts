import { Problem } from '@simwright/contract'
import { FairQueue } from './fair-queue.ts'
import { IdleProcesses } from './idle-processes.ts'
import type { Task } from './task.ts'
import { WorkerProcess } from './worker-process.ts'

/** The enterprise account that work is for, and the processes that do it. */
export type TaskFor = { workers: WorkerPool; tenant: string }

export type TaskCall<Input, Message> = {
  /** The enterprise account that the work is for. */
  tenant: string
  input: Input
  /** Called for one message after the other, in order. */
  onMessage?: (message: Message) => Promise<void>
}

/** Runs tasks in a few processes, in turns that are fair between tenants. A process is never used for two tenants. */
export class WorkerPool {
  readonly #queue = new FairQueue()
  readonly #busy = new Set<WorkerProcess>()
  readonly #idle = new IdleProcesses()
  #isClosed = false

  /**
   * @throws TaskEnd when the process ends beyond a limit of the task
   * @throws Problem `busy` when too much work waits, and when the turn does not come in time
   */
  async run<Input, Output, Message = never>(
    task: Task<Input, Output, Message>,
    { tenant, input, onMessage = async () => {} }: TaskCall<Input, Message>,
  ): Promise<Output> {
    return await this.#queue.inTurn({ tenant, length: task.length }, async () => {
      if (this.#isClosed) throw new Problem('unavailable')
      const kind = `${tenant} ${task.file.href}`
      const process = this.#idle.take(kind) ?? new WorkerProcess(task)
      this.#busy.add(process)
      try {
        return await process.run(input, onMessage)
      } finally {
        this.#busy.delete(process)
        if (process.canContinue && !this.#isClosed) this.#idle.keep(kind, process)
        else process.kill()
      }
    })
  }

  /** Tasks that run and that wait. */
  counts(): { running: number; waiting: number } {
    return this.#queue.counts()
  }

  /** Ends all tasks; none starts afterwards. */
  close(): void {
    this.#isClosed = true
    for (const process of this.#busy) process.kill()
    this.#idle.endAll()
  }
}
