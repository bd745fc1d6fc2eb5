import { Problem } from '@simwright/contract'
import { type SourceColumn, sourceLimits } from '@simwright/contract/profiles/source'
import type { Task } from '../../../worker/task.ts'
import { TaskEnd } from '../../../worker/task-end.ts'
import type { TaskFor } from '../../../worker/worker-pool.ts'
import type { ReadJob, ReadOutcome } from './read.ts'
import type { PassedChunk, PassedJob, ReadAnswer } from './read-task.ts'
import type { ParsedRow } from './row.ts'
import { newPassKey, pass, receive } from './secret-cells.ts'
import { formatBytes } from './size.ts'

const TIME_LIMIT_SECONDS = 60

const READ: Task<PassedJob, ReadAnswer, PassedChunk> = {
  name: 'source file',
  file: new URL('./read-task.ts', import.meta.url),
  length: 'long',
  cpuMs: TIME_LIMIT_SECONDS * 1000,
  memoryMiB: 640,
}

/** Masked rows with their secret cells. */
export type SourceChunk = { columns: readonly SourceColumn[]; rows: ParsedRow[]; secrets: Buffer }

/** Called for one chunk after the other, in order. `secrets` are overwritten when it has ended. */
export type AsyncOnChunk = (chunk: SourceChunk) => Promise<void>

/**
 * Parses a file in a process with limits of memory and time, so that no file can stop the server. The bytes of the file are
 * overwritten, and neither the file nor a secret cell is in clear on the way between the processes.
 * @throws Problem when the file is refused, and when too many files wait
 */
export async function readInProcess(
  { workers, tenant }: TaskFor,
  job: ReadJob,
  onChunk: AsyncOnChunk,
): Promise<ReadOutcome> {
  const passKey = newPassKey()
  const input = { ...job, file: pass(passKey, job.file), passKey }
  const onMessage = async ({ secrets: passed, ...chunk }: PassedChunk) => {
    const secrets = receive(passKey, passed)
    await onChunk({ ...chunk, secrets }).finally(() => secrets.fill(0))
  }
  // the private keys of the enterprise are text, which cannot be overwritten
  const call = { tenant, input, onMessage, isLast: job.keys !== undefined }
  const { outcome, refusal } = await workers.run(READ, call).catch(refuseEnd)
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
