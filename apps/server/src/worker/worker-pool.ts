import { Problem } from '@simwright/contract'
import { FairQueue } from './fair-queue.ts'
import { type Started, startTask } from './start-task.ts'
import type { Task } from './task.ts'

/** The enterprise account that work is for, and the processes that do it. */
export type TaskFor = { workers: WorkerPool; tenant: string }

export type TaskCall<Input, Message> = {
  /** The enterprise account that the work is for. */
  tenant: string
  input: Input
  /** Called for one message after the other, in order. */
  onMessage?: (message: Message) => Promise<void>
}

/** Runs tasks in a few processes, in turns that are fair between tenants. */
export class WorkerPool {
  readonly #queue = new FairQueue()
  readonly #started = new Set<Started<unknown>>()
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
      const started = startTask(task, input, onMessage)
      this.#started.add(started)
      try {
        return await started.output
      } finally {
        this.#started.delete(started)
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
    for (const { kill } of this.#started) kill()
  }
}
