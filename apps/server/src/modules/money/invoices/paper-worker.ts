import { parentPort } from 'node:worker_threads'
import type { PaperToWrite } from './paper-thread.ts'
import { writeSheet } from './sheet.ts'

parentPort!.on('message', ({ paper, brand }: PaperToWrite) => parentPort!.postMessage(writeSheet(paper, brand)))
