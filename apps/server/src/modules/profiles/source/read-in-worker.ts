import { Worker } from 'node:worker_threads'
import { Problem } from '@simwright/contract'
import { sourceLimits } from '@simwright/contract/profiles/source'
import type { OnChunk, ReadJob, ReadOutcome } from './read.ts'
import type { FileRefusal } from './refusal.ts'
import { formatBytes } from './size.ts'

/** The input of the worker thread. `taken` counts the chunks that the main thread has processed. */
export type WorkerInput = { job: ReadJob; taken: Int32Array }

/** A message of the worker thread: chunks, then the outcome; or a refusal. */
export type WorkerMessage = {
  chunk?: Parameters<OnChunk>[0]
  outcome?: ReadOutcome
  refusal?: Pick<FileRefusal, 'problem' | 'values' | 'mapping'>
}

const TIME_LIMIT_SECONDS = 60
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }

/** Called for one chunk after the other, in order. */
export type AsyncOnChunk = (chunk: Parameters<OnChunk>[0]) => Promise<void>

/**
 * Parses a file in a worker thread with limits of memory and time, so that no file can stop the server. Transfers the
 * buffer of `job.file`, which is unusable afterwards.
 * @throws Problem when the file is refused
 */
export async function readInWorker(job: ReadJob, onChunk: AsyncOnChunk): Promise<ReadOutcome> {
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: { job, taken } satisfies WorkerInput,
    transferList: [job.file.buffer as ArrayBuffer],
    resourceLimits: MEMORY_LIMITS,
  })
  const end = Promise.withResolvers<ReadOutcome>()
  const timer = setTimeout(
    () => end.reject(new Problem('parsing_too_long', { seconds: TIME_LIMIT_SECONDS })),
    TIME_LIMIT_SECONDS * 1000,
  )
  let processed = Promise.resolve()
  worker.on('message', ({ chunk, outcome, refusal }: WorkerMessage) => {
    if (refusal) {
      const detail = refusal.mapping ?? {}
      end.reject(new Problem(refusal.problem, refusal.values, { detail }))
    }
    if (outcome) processed.then(() => end.resolve(outcome), end.reject)
    if (chunk) {
      processed = processed.then(async () => {
        await onChunk(chunk)
        Atomics.add(taken, 0, 1)
        Atomics.notify(taken, 0)
      })
      processed.catch(end.reject)
    }
  })
  worker.once('error', (error) => end.reject(toProblem(error)))
  worker.once('exit', () =>
    processed.then(() => end.reject(new Error('the worker thread ended before it sent an outcome')), end.reject),
  )
  try {
    return await end.promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function toProblem(error: unknown): unknown {
  if ((error as { code?: string }).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new Problem('pgp_too_large', { max: formatBytes(sourceLimits.plainBytes) }, { cause: error })
}
