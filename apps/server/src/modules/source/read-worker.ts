import { parentPort, workerData } from 'node:worker_threads'
import { type ReadJob, readFile } from './read.ts'
import type { FromWorker } from './read-apart.ts'
import { FileRefusal } from './refusal.ts'

const tell = (message: FromWorker) => parentPort!.postMessage(message)

try {
  const outcome = await readFile(workerData as ReadJob, ({ columns, rows }) => tell({ part: { columns, rows } }))
  tell({ outcome })
} catch (error) {
  if (!(error instanceof FileRefusal)) throw error
  tell({ refusal: { problem: error.problem, values: error.values } })
}
