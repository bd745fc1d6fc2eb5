import { parentPort, workerData } from 'node:worker_threads'
import { type FileCode, type FilePlan, openCodeFile } from './code-file.ts'

const file = await openCodeFile(workerData as FilePlan)

/** Each message is a list of codes to add, or undefined to end the file. */
parentPort!.on('message', (codes: readonly FileCode[] | undefined) => {
  parentPort!.postMessage(codes ? file.add(codes) : file.end())
})
