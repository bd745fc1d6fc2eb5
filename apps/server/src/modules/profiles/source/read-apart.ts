import { Worker } from 'node:worker_threads'
import { Problem, type ProblemName } from '@simwright/contract'
import { sourceLimits } from '@simwright/contract/profiles/source'
import type { OnPart, ReadJob, ReadOutcome } from './read.ts'
import { formatBytes } from './size.ts'

/** What the reading thread is given; `taken` counts the parts that were taken. */
export type ForWorker = { job: ReadJob; taken: Int32Array }

/** What the reading thread tells: parts, then the outcome; or a refusal. */
export type FromWorker = {
  part?: Parameters<OnPart>[0]
  outcome?: ReadOutcome
  refusal?: { problem: ProblemName; values: Record<string, string | number>; header: string[] | undefined }
}

const TIME_LIMIT_SECONDS = 60
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }

/** Called for one part after the other, in their order. */
export type OnPartApart = (part: Parameters<OnPart>[0]) => Promise<void>

/**
 * Reads a file in a thread of its own, with an end to its memory and its time: whatever a file does to its reader, the
 * server goes on. `job.file` is given away.
 * @throws Problem when the file is refused.
 */
export async function readApart(job: ReadJob, onPart: OnPartApart): Promise<ReadOutcome> {
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: { job, taken } satisfies ForWorker,
    transferList: [job.file.buffer as ArrayBuffer],
    resourceLimits: MEMORY_LIMITS,
  })
  const end = Promise.withResolvers<ReadOutcome>()
  const timer = setTimeout(
    () => end.reject(new Problem('parsing_too_long', { seconds: TIME_LIMIT_SECONDS })),
    TIME_LIMIT_SECONDS * 1000,
  )
  let before = Promise.resolve()
  worker.on('message', ({ part, outcome, refusal }: FromWorker) => {
    if (refusal) {
      const detail = refusal.header ? { header: refusal.header } : {}
      end.reject(new Problem(refusal.problem, refusal.values, { detail }))
    }
    if (outcome) before.then(() => end.resolve(outcome), end.reject)
    if (part) {
      before = before.then(async () => {
        await onPart(part)
        Atomics.add(taken, 0, 1)
        Atomics.notify(taken, 0)
      })
      before.catch(end.reject)
    }
  })
  worker.once('error', (error) => end.reject(explained(error)))
  worker.once('exit', () => before.then(() => end.reject(new Error('the reading thread ended early')), end.reject))
  try {
    return await end.promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function explained(error: unknown): unknown {
  if ((error as { code?: string }).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new Problem('pgp_too_large', { max: formatBytes(sourceLimits.plainBytes) }, { cause: error })
}
