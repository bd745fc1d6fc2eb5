import { Worker } from 'node:worker_threads'
import type { Picture, QrPictures, ReadBackTest } from './paint.ts'
import { PictureRefusal } from './picture-refusal.ts'

/** The tasks of a painting thread. */
export type Painting = {
  logo: { given: Picture; result: Uint8Array }
  unreadable: { given: ReadBackTest; result: number[] }
  qrs: { given: QrPictures; result: Uint8Array[] }
}
export type PaintingName = keyof Painting

export type PainterReply = { result?: unknown; refusal?: string }

const TIME_LIMIT_MS = 45_000
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/**
 * Runs one task in a worker thread with limits on time and memory, so that no picture can stop the server.
 * @throws PictureRefusal
 */
export async function paintInThread<N extends PaintingName>(
  name: N,
  given: Painting[N]['given'],
): Promise<Painting[N]['result']> {
  const worker = new Worker(new URL('./paint-worker.ts', import.meta.url), { resourceLimits: MEMORY_LIMITS })
  const reply = Promise.withResolvers<Painting[N]['result']>()
  const timer = setTimeout(
    () => reply.reject(new PictureRefusal('This picture takes too long to paint.')),
    TIME_LIMIT_MS,
  )
  worker.once('message', ({ result, refusal }: PainterReply) => {
    if (refusal === undefined) reply.resolve(result as Painting[N]['result'])
    else reply.reject(new PictureRefusal(refusal))
  })
  worker.once('error', (error) => reply.reject(error))
  worker.once('exit', () => reply.reject(new Error('the painting thread ended early')))
  worker.postMessage({ name, given })
  try {
    return await reply.promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
