import { type Picture, paintLogo } from './paint.ts'
import type { FromPainter } from './painter.ts'
import { PictureRefusal } from './picture-refusal.ts'

process.once('message', ({ type, content }: Picture) => {
  process.send!(painted({ type, content: Buffer.from(content) }))
})

function painted(picture: Picture): FromPainter {
  try {
    return { result: paintLogo(picture) }
  } catch (error) {
    if (error instanceof PictureRefusal) return { refusal: error.message }
    throw error
  }
}
