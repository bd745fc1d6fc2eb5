import type { RunTask } from '../../worker/task.ts'
import type { Decoded, ImageFile } from './decode-image.ts'
import { ImageRefusal } from './image-refusal.ts'
import type { Raster } from './raster.ts'

export const run: RunTask<ImageFile, Decoded> = async ({ content, ...file }) => {
  try {
    return { raster: await decode({ ...file, content: Buffer.from(content) }) }
  } catch (error) {
    if (error instanceof ImageRefusal) return { refusal: error.message }
    throw error
  }
}

/** Each library is loaded only for the files that need it. */
async function decode({ kind, content, limits }: ImageFile & { content: Buffer }): Promise<Raster> {
  const { encodeAgain } = await import('./raster.ts')
  if (kind !== 'SVG') return await encodeAgain(kind, content, limits)
  const { drawSvg } = await import('./svg.ts')
  return await encodeAgain('PNG', drawSvg(content))
}
