import { Problem } from '@simwright/contract'
import { sourceLimits } from '@simwright/contract/profiles/source'
import type { Task } from '../../../worker/task.ts'
import { TaskEnd } from '../../../worker/task-end.ts'
import type { TaskFor } from '../../../worker/worker-pool.ts'
import type { ReadJob, ReadOutcome } from './read.ts'
import type { ReadAnswer, SourceChunk } from './read-task.ts'
import { formatBytes } from './size.ts'

const TIME_LIMIT_SECONDS = 60

const READ: Task<ReadJob, ReadAnswer, SourceChunk> = {
  name: 'source file',
  file: new URL('./read-task.ts', import.meta.url),
  length: 'long',
  cpuMs: TIME_LIMIT_SECONDS * 1000,
  memoryMiB: 640,
}

/** Called for one chunk after the other, in order. */
export type AsyncOnChunk = (chunk: SourceChunk) => Promise<void>

/**
 * Parses a file in a process with limits of memory and time, so that no file can stop the server.
 * @throws Problem when the file is refused, and when too many files wait
 */
export async function readInProcess(
  { workers, tenant }: TaskFor,
  job: ReadJob,
  onChunk: AsyncOnChunk,
): Promise<ReadOutcome> {
  const { outcome, refusal } = await workers.run(READ, { tenant, input: job, onMessage: onChunk }).catch(refuseEnd)
  if (outcome) return outcome
  const { problem, values, mapping } = refusal!
  throw new Problem(problem, values, { detail: mapping ?? {} })
}

function refuseEnd(error: unknown): never {
  if (!(error instanceof TaskEnd) || error.reason === 'crash') throw error
  throw error.reason === 'time'
    ? new Problem('parsing_too_long', { seconds: TIME_LIMIT_SECONDS }, { cause: error })
    : new Problem('pgp_too_large', { max: formatBytes(sourceLimits.plainBytes) }, { cause: error })
}
