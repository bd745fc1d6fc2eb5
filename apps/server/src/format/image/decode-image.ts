import type { Task } from '../../worker/task.ts'
import { type EndReason, TaskEnd } from '../../worker/task-end.ts'
import type { TaskFor } from '../../worker/worker-pool.ts'
import { ImageRefusal } from './image-refusal.ts'
import type { Raster, RasterKind, RasterLimits } from './raster.ts'

/** What the decoding process is sent. */
export type ImageFile = { kind: RasterKind | 'SVG'; content: Uint8Array; limits?: RasterLimits }

/** What it answers. */
export type Decoded = { raster?: Raster; refusal?: string }

/** What one image may use; a photo needs more than a logo. */
export type DecodeLimits = Pick<Task<never, never>, 'cpuMs' | 'memoryMiB'>

const LOGO: DecodeLimits = { cpuMs: 15_000, memoryMiB: 180 }

const decodeTask = (limits: DecodeLimits): Task<ImageFile, Decoded> => ({
  name: 'image',
  file: new URL('./decode-task.ts', import.meta.url),
  length: 'short',
  ...limits,
})

const TEXTS: Readonly<Record<EndReason, string>> = {
  time: 'This image takes too long to decode.',
  memory: 'This image needs too much memory to decode.',
  crash: 'This image is damaged.',
}

/**
 * Decodes an untrusted image in a process of its own, which ends beyond its limits: a thread can't be ended while native
 * code runs, and a fault of a decoder must not end the server.
 * @throws ImageRefusal
 */
export async function decodeImage(
  { workers, tenant }: TaskFor,
  file: ImageFile,
  limits: DecodeLimits = LOGO,
): Promise<Raster> {
  const { raster, refusal } = await workers.run(decodeTask(limits), { tenant, input: file }).catch(refuseEnd)
  if (!raster) throw new ImageRefusal(refusal ?? TEXTS.crash)
  return { ...raster, content: Buffer.from(raster.content) }
}

function refuseEnd(error: unknown): never {
  throw error instanceof TaskEnd ? new ImageRefusal(TEXTS[error.reason], { cause: error }) : error
}
