import type { RunTask } from '../../../worker/task.ts'
import { type OnChunk, type ReadJob, type ReadOutcome, readFile } from './read.ts'
import { FileRefusal } from './refusal.ts'
import { type Passed, pass, receive, splitSecrets } from './secret-cells.ts'

/** The job with the file, and a chunk with its secret cells, as they are passed between the processes. */
export type PassedJob = Omit<ReadJob, 'file'> & { file: Passed; passKey: Uint8Array }
export type PassedChunk = Parameters<OnChunk>[0] & { secrets: Passed }

/** What was read, or why the file is refused. */
export type ReadAnswer = { outcome?: ReadOutcome; refusal?: Pick<FileRefusal, 'problem' | 'values' | 'mapping'> }

/** Reads a file of subscribers, chunk by chunk. The file and the key are overwritten: the process may wait for another. */
export const run: RunTask<PassedJob, ReadAnswer, PassedChunk> = async ({ passKey, ...job }, send) => {
  const file = receive(passKey, job.file)
  try {
    const onChunk: OnChunk = ({ columns, rows }) => {
      const { secrets, ...masked } = splitSecrets(columns, rows)
      send({ columns, ...masked, secrets: pass(passKey, secrets) })
    }
    return { outcome: await readFile({ ...job, file }, onChunk) }
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    const { problem, values, mapping } = error
    return { refusal: { problem, values, mapping } }
  } finally {
    file.fill(0)
    passKey.fill(0)
  }
}
