import { Worker } from 'node:worker_threads'
import type { FileCode, FilePlan } from './code-file.ts'

const MEMORY_LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 }

/** Writes a file in a worker thread, so that the event loop stays free. */
export class FileThread {
  readonly #worker: Worker
  #failed: unknown

  constructor(plan: FilePlan) {
    this.#worker = new Worker(new URL('./file-worker.ts', import.meta.url), {
      workerData: plan,
      resourceLimits: MEMORY_LIMITS,
    })
    this.#worker.on('error', (error) => {
      this.#failed = error
    })
  }

  async add(codes: readonly FileCode[]): Promise<Uint8Array> {
    return await this.#ask(codes)
  }

  async end(): Promise<Uint8Array> {
    return await this.#ask(undefined)
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  async #ask(codes: readonly FileCode[] | undefined): Promise<Uint8Array> {
    if (this.#failed) throw this.#failed
    const answer = Promise.withResolvers<Uint8Array>()
    const onExit = () => answer.reject(this.#failed ?? new Error('the thread that writes the file ended early'))
    this.#worker.once('message', answer.resolve)
    this.#worker.once('exit', onExit)
    this.#worker.postMessage(codes)
    try {
      return await answer.promise
    } finally {
      this.#worker.off('message', answer.resolve)
      this.#worker.off('exit', onExit)
    }
  }
}
