import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OVER_TIME, type Task, type TaskOrder, type TaskReply } from './task.ts'
import { TaskEnd } from './task-end.ts'

/** Ends a process that neither answers nor computes. Only a machine that is far too busy reaches it with a good file. */
const LIMIT_MS = 180_000

export type Started<Output> = { output: Promise<Output>; kill: () => void }

/**
 * Runs a task in a process that ends afterwards, so that its memory returns to the system. Messages are used one after the
 * other. `output` rejects with TaskEnd beyond a limit.
 */
export function startTask<Input, Output, Message>(
  task: Task<Input, Output, Message>,
  input: Input,
  onMessage: (message: Message) => Promise<void>,
): Started<Output> {
  const process = fork(fileURLToPath(new URL('./task-process.ts', import.meta.url)), {
    serialization: 'advanced',
    // neither the settings nor the arguments of the server
    env: compileCache(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const kill = () => void process.kill('SIGKILL')
  const { cpuMs, memoryMiB, file } = task
  const output = outputOf<Output, Message>(process, onMessage)
  process.send({ cpuMs, memoryMiB, file: file.href, input } satisfies TaskOrder, (error) => {
    // the end of the process is its own event
    if (error) kill()
  })
  return { output: output.finally(kill), kill }
}

/** Where Node keeps what it has compiled, which halves the start of a process. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  // the folder of this version of Node is in the one that is set
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

async function outputOf<Output, Message>(
  process: ChildProcess,
  onMessage: (message: Message) => Promise<void>,
): Promise<Output> {
  const end = Promise.withResolvers<Output>()
  const timer = setTimeout(() => end.reject(new TaskEnd('time')), LIMIT_MS)
  let used = Promise.resolve()
  process.on('message', (reply: TaskReply) => {
    if ('message' in reply) {
      used = used.then(async () => {
        await onMessage(reply.message as Message)
        if (process.connected) process.send('used', () => {})
      })
      used.catch(end.reject)
    } else if (reply.error) end.reject(Object.assign(new Error(reply.error.message), { stack: reply.error.stack }))
    else used.then(() => end.resolve(reply.output as Output), end.reject)
  })
  process.once('error', end.reject)
  // not 'exit', which may come before the last messages
  process.once('close', (_, signal) => used.then(() => end.reject(new TaskEnd(reasonOf(signal))), end.reject))
  try {
    return await end.promise
  } finally {
    clearTimeout(timer)
  }
}

function reasonOf(signal: NodeJS.Signals | null): TaskEnd['reason'] {
  if (signal === OVER_TIME) return 'time'
  // SIGABRT: V8 found no memory; SIGKILL: Linux found none
  return signal === 'SIGUSR2' || signal === 'SIGABRT' || signal === 'SIGKILL' ? 'memory' : 'crash'
}
