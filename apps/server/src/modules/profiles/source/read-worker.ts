import { parentPort, workerData } from 'node:worker_threads'
import { readFile } from './read.ts'
import type { WorkerInput, WorkerMessage } from './read-in-worker.ts'
import { FileRefusal } from './refusal.ts'

/** The worker waits while the main thread has this many unprocessed chunks, which bounds memory. */
const CHUNKS_AHEAD = 4

const { job, taken } = workerData as WorkerInput
const send = (message: WorkerMessage) => parentPort!.postMessage(message)
let sentChunks = 0

/** Blocks this thread while the main thread has too many unprocessed chunks. */
function waitForParent(): void {
  for (let seen = Atomics.load(taken, 0); sentChunks - seen >= CHUNKS_AHEAD; seen = Atomics.load(taken, 0))
    Atomics.wait(taken, 0, seen)
}

try {
  const outcome = await readFile(job, ({ columns, rows }) => {
    send({ chunk: { columns, rows } })
    sentChunks += 1
    waitForParent()
  })
  send({ outcome })
} catch (error) {
  if (!(error instanceof FileRefusal)) throw error
  const { problem, values, mapping } = error
  send({ refusal: { problem, values, mapping } })
}
