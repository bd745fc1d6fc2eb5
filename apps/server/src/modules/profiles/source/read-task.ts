import type { RunTask } from '../../../worker/task.ts'
import { type OnChunk, type ReadJob, type ReadOutcome, readFile } from './read.ts'
import { FileRefusal } from './refusal.ts'
import { type Passed, pass, receive, splitSecrets } from './secret-cells.ts'

/** The job, whose file the task asks for piece by piece. */
export type PassedJob = Omit<ReadJob, 'file'> & { fileBytes: number; passKey: Uint8Array }
/** A chunk with its secret cells, as it is passed between the processes. */
export type PassedChunk = Parameters<OnChunk>[0] & { secrets: Passed }
/** A question for the next piece of the file, or a chunk. */
export type ReadMessage = 'next piece' | PassedChunk

/** What was read, or why the file is refused. */
export type ReadAnswer = { outcome?: ReadOutcome; refusal?: Pick<FileRefusal, 'problem' | 'values' | 'mapping'> }

/** Reads a file of subscribers, chunk by chunk. The file and the key are overwritten: the process may wait for another. */
export const run: RunTask<PassedJob, ReadAnswer, ReadMessage, Passed | undefined> = async (
  { passKey, fileBytes, ...job },
  send,
  ask,
) => {
  const file = new Uint8Array(fileBytes)
  try {
    for (let received = 0; received < fileBytes; ) {
      const piece = receive(passKey, (await ask('next piece'))!)
      file.set(piece, received)
      received += piece.length
      piece.fill(0)
    }
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
