/** A signal that aborts when `restart` was not called for `ms`; `end` stops it. */
export function stallSignal(ms: number): { signal: AbortSignal; restart: () => void; end: () => void } {
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
export async function readBlob(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
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
