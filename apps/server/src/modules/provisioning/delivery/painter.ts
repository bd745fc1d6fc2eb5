import type { Task } from '../../../worker/task.ts'
import { TaskEnd } from '../../../worker/task-end.ts'
import type { TaskFor } from '../../../worker/worker-pool.ts'
import type { Picture, QrPictures, ReadBackTest } from './paint.ts'
import { PictureRefusal } from './picture-refusal.ts'

/** What a painting process can do. */
export type Paintings = {
  logo: { given: Picture; result: Uint8Array }
  unreadable: { given: ReadBackTest; result: number[] }
  qrs: { given: QrPictures; result: Uint8Array[] }
}
export type PaintingName = keyof Paintings

export type PaintOrder = { name: PaintingName; given: Paintings[PaintingName]['given'] }
export type PaintReply = { result?: unknown; refusal?: string }

const LIMITS = { cpuMs: 45_000, memoryMiB: 256 } as const

const paintTask = (name: PaintingName): Task<PaintOrder, PaintReply> => ({
  name: 'painting',
  file: new URL('./paint-task.ts', import.meta.url),
  // the pictures of all letters of a mailing
  length: name === 'qrs' ? 'long' : 'short',
  ...LIMITS,
})

/**
 * Runs one task in a process with limits on time and memory, so that no picture can stop the server.
 * @throws PictureRefusal
 */
export async function paint<N extends PaintingName>(
  { workers, tenant }: TaskFor,
  name: N,
  given: Paintings[N]['given'],
): Promise<Paintings[N]['result']> {
  const { result, refusal } = await workers.run(paintTask(name), { tenant, input: { name, given } }).catch(refuseEnd)
  if (refusal !== undefined) throw new PictureRefusal(refusal)
  return result as Paintings[N]['result']
}

function refuseEnd(error: unknown): never {
  throw error instanceof TaskEnd ? new PictureRefusal('This picture is too complex to paint.', { cause: error }) : error
}
