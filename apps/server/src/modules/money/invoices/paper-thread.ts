import { Worker } from 'node:worker_threads'
import type { Brand, Paper } from './paper.ts'

const MEMORY_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

export type PaperToWrite = { paper: Paper; brand: Brand }

/** Writes PDF files in a worker thread, one after the other, so that calls and devices do not wait. */
export class PaperThread {
  #worker: Worker | undefined

  /** Starts the thread if none runs. @throws Error if the thread ends; the next file starts another one */
  async write(paper: Paper, brand: Brand): Promise<Buffer> {
    const worker = this.#worker ?? this.#start()
    const answer = Promise.withResolvers<Uint8Array>()
    const onExit = () => answer.reject(new Error('the thread that writes PDF files ended early'))
    worker.once('message', answer.resolve)
    worker.once('error', answer.reject)
    worker.once('exit', onExit)
    worker.postMessage({ paper, brand } satisfies PaperToWrite)
    try {
      return Buffer.from(await answer.promise)
    } finally {
      worker.off('message', answer.resolve)
      worker.off('error', answer.reject)
      worker.off('exit', onExit)
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./paper-worker.ts', import.meta.url), { resourceLimits: MEMORY_LIMITS })
    worker.on('error', () => {})
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    this.#worker = worker
    return worker
  }
}
