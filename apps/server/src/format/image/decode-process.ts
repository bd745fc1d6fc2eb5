import { Worker } from 'node:worker_threads'
import type { Decoded, ImageFile } from './decode-image.ts'
import { ImageRefusal } from './image-refusal.ts'
import type { Raster } from './raster.ts'

process.once('message', async ({ content, cpuMs, ...file }: ImageFile) => {
  // before the decoding, which blocks this thread
  new Worker(new URL('./decode-limit.ts', import.meta.url), { workerData: cpuMs }).unref()
  const decoded: Decoded = await decode({ ...file, content: Buffer.from(content) }).then(
    (raster) => ({ raster }),
    (error: unknown) => {
      if (error instanceof ImageRefusal) return { refusal: error.message }
      throw error
    },
  )
  process.send!(decoded)
})

/** Each library is loaded only for the files that need it. */
async function decode({ kind, content, limits }: ImageFile): Promise<Raster> {
  const { encodeAgain } = await import('./raster.ts')
  if (kind !== 'SVG') return await encodeAgain(kind, content, limits)
  const { drawSvg } = await import('./svg.ts')
  return await encodeAgain('PNG', drawSvg(content))
}
