import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { MessageUsed, RunTask, TaskReply } from './task.ts'

/** The task waits while the server has this many messages that it has not used, which bounds memory. */
const MESSAGES_AHEAD = 4

const { file, taken } = workerData as { file: string; taken: Int32Array }
const reply = (message: TaskReply) => parentPort!.postMessage(message)
let sent = 0
let receive: (answer: unknown) => void = () => {}

function send(message: unknown): void {
  reply({ message })
  sent += 1
  for (let used = Atomics.load(taken, 0); sent - used >= MESSAGES_AHEAD; used = Atomics.load(taken, 0))
    Atomics.wait(taken, 0, used)
}

async function ask(message: unknown): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  receive = resolve
  reply({ message })
  sent += 1
  return await promise
}

const { run } = (await import(file)) as { run: RunTask<unknown, unknown, unknown, unknown> }
// the process is killed at its end
flushCompileCache()
// an error ends the thread, whose process passes it on
parentPort!.on('message', async (order: { input: unknown } | MessageUsed) => {
  if ('answer' in order) receive(order.answer)
  else reply({ output: await run(order.input, send, ask) })
})
