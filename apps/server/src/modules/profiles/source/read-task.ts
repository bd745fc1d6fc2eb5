import type { RunTask } from '../../../worker/task.ts'
import { type OnChunk, type ReadJob, type ReadOutcome, readFile } from './read.ts'
import { FileRefusal } from './refusal.ts'

export type SourceChunk = Parameters<OnChunk>[0]

/** What was read, or why the file is refused. */
export type ReadAnswer = { outcome?: ReadOutcome; refusal?: Pick<FileRefusal, 'problem' | 'values' | 'mapping'> }

/** Reads a file of subscribers, chunk by chunk. */
export const run: RunTask<ReadJob, ReadAnswer, SourceChunk> = async (job, send) => {
  try {
    return { outcome: await readFile(job, ({ columns, rows }) => send({ columns, rows })) }
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    const { problem, values, mapping } = error
    return { refusal: { problem, values, mapping } }
  }
}
