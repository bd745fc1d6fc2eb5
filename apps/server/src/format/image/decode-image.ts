import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ImageRefusal } from './image-refusal.ts'
import type { Raster, RasterKind, RasterLimits } from './raster.ts'

/** What the decoding process is sent. */
export type ImageFile = {
  kind: RasterKind | 'SVG'
  content: Buffer
  limits?: RasterLimits
  /** Processor time that the process may use, its start included. */
  cpuMs?: number
}

/** What it answers. */
export type Decoded = { raster?: Raster; refusal?: string }

const CPU_MS = 15_000
/** Ends a process that neither answers nor computes. Only a machine that is far too busy reaches it with a good image. */
const LIMIT_MS = 180_000
/** With this signal the process ends itself when it has used its processor time. */
const OVER_LIMIT = 'SIGTERM'
const TOO_LONG = 'This image takes too long to decode.'

/**
 * Decodes an untrusted image in a process of its own, which ends after `cpuMs` of processor time: a thread can't be ended
 * while native code runs, and a fault of a decoder must not end the server. Processor time, because elapsed time also has
 * the waits of a busy machine.
 * @throws ImageRefusal
 */
export async function decodeImage({ cpuMs = CPU_MS, ...file }: ImageFile): Promise<Raster> {
  const decoder = fork(fileURLToPath(new URL('./decode-process.ts', import.meta.url)), {
    serialization: 'advanced',
    // neither the settings nor the arguments of the server
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const end = Promise.withResolvers<Raster>()
  const timer = setTimeout(() => end.reject(new ImageRefusal(TOO_LONG)), LIMIT_MS)
  decoder.once('message', ({ raster, refusal }: Decoded) => {
    if (raster) end.resolve({ ...raster, content: Buffer.from(raster.content) })
    else end.reject(new ImageRefusal(refusal ?? 'This image is damaged.'))
  })
  decoder.once('error', (error) => end.reject(error))
  decoder.once('exit', (_, signal) =>
    end.reject(new ImageRefusal(signal === OVER_LIMIT ? TOO_LONG : 'This image is damaged.')),
  )
  decoder.send({ ...file, cpuMs })
  try {
    return await end.promise
  } finally {
    clearTimeout(timer)
    decoder.kill('SIGKILL')
  }
}
