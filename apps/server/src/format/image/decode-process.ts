import type { Decoded, ImageFile } from './decode-image.ts'
import { ImageRefusal } from './image-refusal.ts'
import type { Raster } from './raster.ts'

process.once('message', async ({ kind, content }: ImageFile) => {
  const decoded: Decoded = await decode({ kind, content: Buffer.from(content) }).then(
    (raster) => ({ raster }),
    (error: unknown) => {
      if (error instanceof ImageRefusal) return { refusal: error.message }
      throw error
    },
  )
  process.send!(decoded)
})

/** Each library is loaded only for the files that need it. */
async function decode({ kind, content }: ImageFile): Promise<Raster> {
  const { encodeAgain } = await import('./raster.ts')
  if (kind !== 'SVG') return await encodeAgain(kind, content)
  const { drawSvg } = await import('./svg.ts')
  return await encodeAgain('PNG', drawSvg(content))
}
