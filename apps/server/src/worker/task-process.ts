import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type MessageUsed, OVER_MEMORY, OVER_TIME, type TaskOrder, type TaskReply } from './task.ts'

/** How often the limits are checked. A decoder can allocate a gigabyte a second. */
const PERIOD_MS = 10
/** Below the server and its database, which must answer while files are read. */
const PRIORITY = 2

const MIB = 1024 * 1024

yieldToServer()
// the server was killed; its thread may be in native code
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.once('message', (first: TaskOrder) => {
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const { memoryMiB, file } = first
  const worker = new Worker(new URL('./task-thread.ts', import.meta.url), {
    workerData: { file, taken },
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 16 },
  })
  let watch: NodeJS.Timeout
  const begin = ({ cpuMs, input }: TaskOrder, startedAtMs: number) => {
    process.send!({ begun: true } satisfies TaskReply)
    watch = watchLimits({ memoryMiB, untilMs: startedAtMs + cpuMs })
    worker.postMessage({ input }, ownBuffers(input))
  }
  // the start counts for the first task
  begin(first, 0)
  worker.on('message', (reply: TaskReply) => {
    if (!('output' in reply)) return void process.send!(reply)
    clearInterval(watch)
    process.send!({ ...reply, memoryMiB: process.memoryUsage.rss() / MIB } satisfies TaskReply)
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') process.kill(process.pid, OVER_MEMORY)
    else process.send!({ error: { message: error.message, stack: error.stack } } satisfies TaskReply)
  })
  process.on('message', (message: TaskOrder | MessageUsed) => {
    if ('answer' in message) {
      Atomics.add(taken, 0, 1)
      Atomics.notify(taken, 0)
      if (message.answer !== undefined) worker.postMessage(message)
    } else {
      begin(message, usedMs())
    }
  })
})

/** Processor time of this process until now. */
function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Ends this process beyond its limits, also while the thread of the task is in native code. */
function watchLimits({ memoryMiB, untilMs }: { memoryMiB: number; untilMs: number }): NodeJS.Timeout {
  return setInterval(() => {
    if (usedMs() > untilMs) process.kill(process.pid, OVER_TIME)
    if (process.memoryUsage.rss() > memoryMiB * MIB) process.kill(process.pid, OVER_MEMORY)
  }, PERIOD_MS)
}

/** When the machine has no memory left, Linux ends this process first. Not every system allows either. */
function yieldToServer(): void {
  try {
    setPriority(PRIORITY)
    writeFileSync('/proc/self/oom_score_adj', '900')
  } catch {}
}

/** The memory of the input's byte arrays, which is passed on instead of copied. */
function ownBuffers(input: unknown): ArrayBuffer[] {
  if (typeof input !== 'object' || input === null) return []
  const buffers = Object.values(input).flatMap((value) =>
    value instanceof Uint8Array && value.byteLength === value.buffer.byteLength ? [value.buffer as ArrayBuffer] : [],
  )
  return [...new Set(buffers)]
}
