import { parentPort, workerData } from 'node:worker_threads'
import { type FileCode, type FilePlan, openCodeFile } from './code-file.ts'

const file = await openCodeFile(workerData as FilePlan)

/** Codes, or nothing for the end of the file. */
parentPort!.on('message', (codes: readonly FileCode[] | undefined) => {
  parentPort!.postMessage(codes ? file.add(codes) : file.end())
})
