import type { RunTask } from '../../../worker/task.ts'
import { paintLogo, paintQrs, unreadableSizes } from './paint.ts'
import type { PaintingName, Paintings, PaintOrder, PaintReply } from './painter.ts'
import { PictureRefusal } from './picture-refusal.ts'

const paintings: { [N in PaintingName]: (given: Paintings[N]['given']) => Paintings[N]['result'] } = {
  logo: paintLogo,
  unreadable: unreadableSizes,
  qrs: paintQrs,
}

export const run: RunTask<PaintOrder, PaintReply> = ({ name, given }) => {
  try {
    return { result: paintings[name](given as never) }
  } catch (error) {
    if (error instanceof PictureRefusal) return { refusal: error.message }
    throw error
  }
}
