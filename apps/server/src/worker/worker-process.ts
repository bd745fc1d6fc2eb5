import { AsyncResource } from 'node:async_hooks'
import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MessageUsed, OVER_TIME, type Task, type TaskOrder, type TaskReply } from './task.ts'
import { TaskEnd } from './task-end.ts'

/** Ends a process that is silent for this long. Only a machine that is far too busy reaches it with a good file. */
const SILENCE_MS = 180_000

/**
 * A process that used more memory for a task ends after it, so that the memory returns to the system, and so that the next
 * task has most of its own.
 */
const KEEP_MEMORY_MIB = 200
const KEEP_SHARE = 0.6

export type ProgramOf = (source: URL) => URL

/** A process that does tasks of one kind, one after the other. */
export class WorkerProcess {
  readonly #process: ChildProcess
  readonly #task: Task<unknown, unknown, unknown, unknown>
  #canContinue = true
  #hasBegun = false

  constructor(task: Task<unknown, unknown, unknown, unknown>, programOf: ProgramOf) {
    this.#task = { ...task, file: programOf(task.file) }
    this.#process = fork(fileURLToPath(programOf(new URL('./task-process.ts', import.meta.url))), {
      serialization: 'advanced',
      // neither the settings nor the arguments of the server
      env: compileCache(),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // also while no task runs
    this.#process.on('error', () => this.kill())
    this.#process.once('exit', () => this.kill())
  }

  /** Whether it can do a further task: it runs, and did all before without a fault and with little memory. */
  get canContinue(): boolean {
    return this.#canContinue
  }

  /** Whether the process has taken the last task that it was given. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  #mostKeptMiB(): number {
    return Math.min(KEEP_MEMORY_MIB, this.#task.memoryMiB * KEEP_SHARE)
  }

  kill(): void {
    this.#canContinue = false
    this.#process.kill('SIGKILL')
  }

  /** Does a task. Messages are used one after the other. @throws TaskEnd beyond a limit of the task */
  async run<Input, Output, Message>(input: Input, onMessage: (message: Message) => Promise<unknown>): Promise<Output> {
    const { cpuMs, memoryMiB, file } = this.#task
    this.#hasBegun = false
    const output = this.#outputOf<Output, Message>(onMessage)
    this.#process.send({ cpuMs, memoryMiB, file: file.href, input } satisfies TaskOrder, (error) => {
      // the end of the process is its own event
      if (error) this.kill()
    })
    try {
      return await output
    } catch (error) {
      this.kill()
      throw error
    }
  }

  async #outputOf<Output, Message>(onMessage: (message: Message) => Promise<unknown>): Promise<Output> {
    const process = this.#process
    // events of the process are in the context of the call that started it: that of another member, perhaps
    const use = AsyncResource.bind(onMessage)
    const end = Promise.withResolvers<Output>()
    const timer = setTimeout(() => end.reject(new TaskEnd('time')), SILENCE_MS)
    let used = Promise.resolve()
    const onReply = (reply: TaskReply) => {
      this.#hasBegun = true
      timer.refresh()
      if (reply.begun) return
      if ('message' in reply) {
        used = used.then(async () => {
          const answer = await use(reply.message as Message)
          if (process.connected) process.send({ answer } satisfies MessageUsed, () => {})
        })
        used.catch(end.reject)
      } else if (reply.error) {
        end.reject(Object.assign(new Error(reply.error.message), { stack: reply.error.stack }))
      } else {
        if ((reply.memoryMiB ?? 0) > this.#mostKeptMiB()) this.#canContinue = false
        used.then(() => end.resolve(reply.output as Output), end.reject)
      }
    }
    const onClose = (_: number | null, signal: NodeJS.Signals | null) =>
      void used.then(() => end.reject(new TaskEnd(reasonOf(signal))), end.reject)
    process.on('message', onReply)
    process.once('error', end.reject)
    // not 'exit', which may come before the last messages
    process.once('close', onClose)
    try {
      return await end.promise
    } finally {
      clearTimeout(timer)
      process.off('message', onReply).off('error', end.reject).off('close', onClose)
    }
  }
}

/** Where Node keeps what it has compiled, which halves the start of a process. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  // the folder of this version of Node is in the one that is set
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

function reasonOf(signal: NodeJS.Signals | null): TaskEnd['reason'] {
  if (signal === OVER_TIME) return 'time'
  // SIGABRT: V8 found no memory; SIGKILL: Linux found none
  return signal === 'SIGUSR2' || signal === 'SIGABRT' || signal === 'SIGKILL' ? 'memory' : 'crash'
}
