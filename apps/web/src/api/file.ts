import type { Endpoint, InputOf } from '@simwright/contract/endpoint'
import {
  type AskOptions,
  reportProblem,
  request,
  type Sending,
  TIMEOUT_MS,
  transportProblemOf,
  withStepUp,
} from './call.ts'
import { newRequestId, openEnvelope } from './request.ts'

/** A downloaded file with the name that the server gave it. */
export type DownloadedFile = { blob: Blob; name: string }

export type FileOptions = AskOptions & {
  /** Called with the number of bytes received so far. */
  onBytes?: ((bytes: number) => void) | undefined
}

/** Calls an endpoint whose answer is a file. @throws Problem */
export async function askFile<E extends Endpoint>(
  endpoint: E,
  sent: InputOf<E>,
  options: FileOptions = {},
): Promise<DownloadedFile> {
  const requestId = options.requestId ?? newRequestId()
  try {
    return await withStepUp(requestId, options, (token) =>
      receiveFile(endpoint, sent, { ...options, requestId, token }),
    )
  } catch (error) {
    reportProblem(error, options)
    throw error
  }
}

/** The timeout begins again with each piece of the file, because a large one may take longer as a whole. */
async function receiveFile(
  endpoint: Endpoint,
  sent: unknown,
  { token, onBytes, ...options }: Sending & FileOptions & { token: string | undefined },
): Promise<DownloadedFile> {
  const stall = stallSignal(TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, stall.signal]) : stall.signal
  let hasBegun = false
  try {
    const response = await request(endpoint, sent, { ...options, signal })
    if (!response.ok) openEnvelope(await response.text(), options.requestId, token)
    const blob = await readBlob(response, (bytes) => {
      hasBegun = true
      stall.restart()
      onBytes?.(bytes)
    })
    return { blob, name: fileNameIn(response.headers.get('Content-Disposition')) }
  } catch (error) {
    throw transportProblemOf(error, options, { timeout: stall.signal, hasBegun })
  } finally {
    stall.end()
  }
}

/** Downloads a file and has the browser save it. @throws Problem */
export async function save<E extends Endpoint>(
  endpoint: E,
  sent: InputOf<E>,
  options: FileOptions = {},
): Promise<void> {
  const { blob, name } = await askFile(endpoint, sent, options)
  saveBlob(blob, name)
}

/** Has the browser save a file that the page created. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

function fileNameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'download'
}

/** A signal that aborts when `restart` was not called for `ms`; `end` stops it. */
function stallSignal(ms: number): { signal: AbortSignal; restart: () => void; end: () => void } {
  const stalled = new AbortController()
  const arm = () => setTimeout(() => stalled.abort(), ms)
  let timer = arm()
  const end = () => clearTimeout(timer)
  return {
    signal: stalled.signal,
    restart: () => {
      end()
      timer = arm()
    },
    end,
  }
}

/** Reads a body to its end. `onBytes` is called with the size so far at the start and for each piece that arrives. */
async function readBlob(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  let bytes = 0
  onBytes(bytes)
  const pieces: BlobPart[] = []
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    pieces.push(read.value)
    bytes += read.value.byteLength
    onBytes(bytes)
  }
  return new Blob(pieces, { type: response.headers.get('Content-Type') ?? '' })
}
