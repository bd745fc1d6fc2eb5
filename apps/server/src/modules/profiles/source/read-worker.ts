import { parentPort, workerData } from 'node:worker_threads'
import { readFile } from './read.ts'
import type { ForWorker, FromWorker } from './read-apart.ts'
import { FileRefusal } from './refusal.ts'

/** The reader waits while so many parts are handed on and not yet taken, so that memory stays flat. */
const PARTS_AHEAD = 4

const { job, taken } = workerData as ForWorker
const tell = (message: FromWorker) => parentPort!.postMessage(message)
let told = 0

/** Blocks this thread while its parent is behind. */
function waitForParent(): void {
  for (let seen = Atomics.load(taken, 0); told - seen >= PARTS_AHEAD; seen = Atomics.load(taken, 0))
    Atomics.wait(taken, 0, seen)
}

try {
  const outcome = await readFile(job, ({ columns, rows }) => {
    tell({ part: { columns, rows } })
    told += 1
    waitForParent()
  })
  tell({ outcome })
} catch (error) {
  if (!(error instanceof FileRefusal)) throw error
  tell({ refusal: { problem: error.problem, values: error.values, header: error.header } })
}
