import { parentPort } from 'node:worker_threads'
import { paintLogo, paintQrs, unreadableSizes } from './paint.ts'
import type { PainterReply, Painting, PaintingName } from './painter.ts'
import { PictureRefusal } from './picture-refusal.ts'

/** The tasks of this thread. */
const paintings: { [N in PaintingName]: (given: Painting[N]['given']) => Painting[N]['result'] } = {
  logo: paintLogo,
  unreadable: unreadableSizes,
  qrs: paintQrs,
}

parentPort!.on('message', ({ name, given }: { name: PaintingName; given: never }) => {
  parentPort!.postMessage(answerOf(name, given))
})

function answerOf(name: PaintingName, given: never): PainterReply {
  try {
    return { result: paintings[name](given) }
  } catch (error) {
    if (error instanceof PictureRefusal) return { refusal: error.message }
    throw error
  }
}
