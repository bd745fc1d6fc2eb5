import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ImageRefusal } from './image-refusal.ts'
import type { Raster, RasterKind, RasterLimits } from './raster.ts'

/** What the decoding process is sent. */
export type ImageFile = { kind: RasterKind | 'SVG'; content: Buffer; limits?: RasterLimits }

/** What it answers. */
export type Decoded = { raster?: Raster; refusal?: string }

const LIMIT_MS = 15_000

/**
 * Decodes an untrusted image in a process of its own, which is killed after `limitMs`: a thread can't be ended while
 * native code runs, and a fault of a decoder must not end the server.
 * @throws ImageRefusal
 */
export async function decodeImage(file: ImageFile, limitMs = LIMIT_MS): Promise<Raster> {
  const decoder = fork(fileURLToPath(new URL('./decode-process.ts', import.meta.url)), {
    serialization: 'advanced',
    // neither the settings nor the arguments of the server
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const end = Promise.withResolvers<Raster>()
  const timer = setTimeout(() => end.reject(new ImageRefusal('This image takes too long to decode.')), limitMs)
  decoder.once('message', ({ raster, refusal }: Decoded) => {
    if (raster) end.resolve({ ...raster, content: Buffer.from(raster.content) })
    else end.reject(new ImageRefusal(refusal ?? 'This image is damaged.'))
  })
  decoder.once('error', (error) => end.reject(error))
  decoder.once('exit', () => end.reject(new ImageRefusal('This image is damaged.')))
  decoder.send(file)
  try {
    return await end.promise
  } finally {
    clearTimeout(timer)
    decoder.kill('SIGKILL')
  }
}
