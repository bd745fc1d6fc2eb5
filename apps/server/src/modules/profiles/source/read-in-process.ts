import { Problem } from '@simwright/contract'
import { type SourceColumn, sourceLimits } from '@simwright/contract/profiles/source'
import type { Task } from '../../../worker/task.ts'
import { TaskEnd } from '../../../worker/task-end.ts'
import type { TaskFor } from '../../../worker/worker-pool.ts'
import type { ReadJob, ReadOutcome } from './read.ts'
import type { PassedJob, ReadAnswer, ReadMessage } from './read-task.ts'
import type { ParsedRow } from './row.ts'
import { newPassKey, type Passed, pass, receive } from './secret-cells.ts'
import { formatBytes } from './size.ts'

type Limits = { seconds: number; memoryMiB: number; plainBytes: number }

/** Most files are small: for these the process has less time and memory, so that many at once do no harm. */
const SMALL_FILE_BYTES = 16 * 1024 * 1024
const SMALL: Limits = { seconds: 60, memoryMiB: 640, plainBytes: 64 * 1024 * 1024 }
const LARGE: Limits = { seconds: 300, memoryMiB: 1_600, plainBytes: sourceLimits.plainBytes }

const readTask = ({ seconds, memoryMiB }: Limits): Task<PassedJob, ReadAnswer, ReadMessage, Passed | undefined> => ({
  name: 'source file',
  file: new URL('./read-task.ts', import.meta.url),
  length: 'long',
  cpuMs: seconds * 1000,
  memoryMiB,
})

/** A file as it has arrived. Its pieces are taken out of the array when they are used, so that their memory is free. */
export type FilePieces = { pieces: Uint8Array[]; bytes: number }

/** Masked rows with their secret cells. */
export type SourceChunk = { columns: readonly SourceColumn[]; rows: ParsedRow[]; secrets: Buffer }

/** Called for one chunk after the other, in order. `secrets` are overwritten when it has ended. */
export type AsyncOnChunk = (chunk: SourceChunk) => Promise<void>

/**
 * Parses a file in a process with limits of memory and time, so that no file can stop the server. The process gets the file
 * piece by piece. Its bytes are overwritten, and neither the file nor a secret cell is in clear on the way between the processes.
 * @throws Problem when the file is refused, and when too many files wait
 */
export async function readInProcess(
  { workers, tenant }: TaskFor,
  { file, ...job }: Omit<ReadJob, 'file' | 'plainBytes'> & { file: FilePieces },
  onChunk: AsyncOnChunk,
): Promise<ReadOutcome> {
  const limits = file.bytes > SMALL_FILE_BYTES ? LARGE : SMALL
  const passKey = newPassKey()
  const input = { ...job, fileBytes: file.bytes, plainBytes: limits.plainBytes, passKey }
  const onMessage = async (message: ReadMessage) => {
    if (message === 'next piece') return pass(passKey, file.pieces.shift()!)
    const { secrets: passed, ...chunk } = message
    const secrets = receive(passKey, passed)
    await onChunk({ ...chunk, secrets }).finally(() => secrets.fill(0))
    return undefined
  }
  // the private keys of the enterprise are text, which cannot be overwritten
  const call = { tenant, input, onMessage, isLast: job.keys !== undefined }
  const { outcome, refusal } = await workers
    .run(readTask(limits), call)
    .catch((error: unknown) => refuseEnd(error, limits))
  if (outcome) return outcome
  const { problem, values, mapping } = refusal!
  throw new Problem(problem, values, { detail: mapping ?? {} })
}

function refuseEnd(error: unknown, { seconds, plainBytes }: Limits): never {
  if (!(error instanceof TaskEnd) || error.reason === 'crash') throw error
  throw error.reason === 'time'
    ? new Problem('parsing_too_long', { seconds }, { cause: error })
    : new Problem('pgp_too_large', { max: formatBytes(plainBytes) }, { cause: error })
}
