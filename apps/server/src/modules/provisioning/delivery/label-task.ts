import type { RunTask } from '../../../worker/task.ts'
import { type FileCode, type FilePlan, openCodeFile } from './code-file.ts'

/** A file of a few codes, written at once. */
export type CodeFileOrder = { plan: FilePlan; codes: readonly FileCode[] }

export const run: RunTask<CodeFileOrder, Uint8Array> = async ({ plan, codes }) => {
  const file = await openCodeFile(plan)
  return Buffer.concat([file.add(codes), file.end()])
}
