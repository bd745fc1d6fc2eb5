import { Worker } from 'node:worker_threads'
import type { Picture, ShownMany, Tried } from './paint.ts'
import { PictureRefusal } from './picture-refusal.ts'

/** What a painting thread can be asked for. */
export type Painting = {
  logo: { given: Picture; result: Uint8Array }
  unreadable: { given: Tried; result: number[] }
  qrs: { given: ShownMany; result: Uint8Array[] }
}
export type PaintingName = keyof Painting

export type FromPainter = { result?: unknown; refusal?: string }

const TIME_LIMIT_MS = 45_000
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/**
 * Paints one picture in a thread of its own, with an end to its time and memory: whatever a picture does to its reader, the
 * server goes on.
 * @throws PictureRefusal
 */
export async function paintApart<N extends PaintingName>(
  name: N,
  given: Painting[N]['given'],
): Promise<Painting[N]['result']> {
  const worker = new Worker(new URL('./paint-worker.ts', import.meta.url), { resourceLimits: MEMORY_LIMITS })
  const end = Promise.withResolvers<Painting[N]['result']>()
  const timer = setTimeout(() => end.reject(new PictureRefusal('This picture takes too long to paint.')), TIME_LIMIT_MS)
  worker.once('message', ({ result, refusal }: FromPainter) => {
    if (refusal === undefined) end.resolve(result as Painting[N]['result'])
    else end.reject(new PictureRefusal(refusal))
  })
  worker.once('error', (error) => end.reject(error))
  worker.once('exit', () => end.reject(new Error('the painting thread ended early')))
  worker.postMessage({ name, given })
  try {
    return await end.promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
