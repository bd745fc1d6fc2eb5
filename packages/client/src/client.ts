import { portalOrigin, requireKey } from './address.ts'
import { type Calls, callTable } from './calls.gen.ts'
import { SimwrightError } from './error.ts'
import { newRequestId, requireUuid } from './request-id.ts'
import { DEFAULT_RETRY, type RetryRule, withRetries } from './retry.ts'
import { type Connection, openEnvelope, type Request, send, transportError } from './transport.ts'

/** The path of a call that is open to programs, for example `/fleet/list`. */
export type Path = keyof Calls
export type InputOf<P extends Path> = Calls[P]['input']
export type OutputOf<P extends Path> = Calls[P]['output']

type Table = typeof callTable
type PathWith<Fact> = { [P in Path]: Table[P] extends Fact ? P : never }[Path]

/** Calls whose answer is a file, a stream of events, or that take a file. */
export type FilePath = PathWith<{ answer: 'file' }>
export type EventPath = PathWith<{ answer: 'events' }>
export type UploadPath = PathWith<{ body: 'form-data' }>
/** Calls that can be repeated with the same idempotency key without doing their work twice. */
export type OncePath = PathWith<{ once: true }>
export type JsonPath = Exclude<Path, FilePath | EventPath | UploadPath>
/** Lists: their answer has a page of items and the cursor of the next page. */
export type ListPath = {
  [P in JsonPath]: OutputOf<P> extends { items: readonly unknown[]; next: string | null } ? P : never
}[JsonPath]
export type ItemOf<P extends ListPath> = OutputOf<P> extends { items: readonly (infer Item)[] } ? Item : never

export type ClientOptions = {
  /** For example `https://portal.example.com`. */
  url: string
  /** An API key of the developer page. */
  key: string
  /** Of one attempt. For a file: without a byte. Default: one minute. */
  timeoutMs?: number
  /** Repetitions of a failed call. Default: 4 */
  retries?: number
  /** Lets the key be sent without TLS. */
  allowHttp?: boolean
  fetch?: typeof fetch
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>>
}

export type CallOptions = {
  signal?: AbortSignal
  timeoutMs?: number
  retries?: number
}

/** A file of the portal, with the name that it has there. */
export type DownloadedFile = { name: string; content: Blob }

/** Which method makes the call: `call`, `file`, `events` or `upload`; undefined if no call has the path. */
export function kindOfCall(path: string): 'json' | 'file' | 'events' | 'upload' | undefined {
  if (!Object.hasOwn(callTable, path)) return undefined
  const { answer = 'json', body } = callTable[path as Path] as Facts
  return body === 'form-data' ? 'upload' : answer
}

type Facts = {
  method: 'GET' | 'POST'
  reads?: true
  once?: true
  answer?: 'file' | 'events'
  body?: 'form-data'
}

/** The portal's API for programs. Each method throws `SimwrightError` if the call does not succeed. */
export class SimwrightClient {
  readonly #connection: Connection

  /** @throws TypeError if the address or the key is invalid */
  constructor({ url, key, timeoutMs = 60_000, retries, allowHttp = false, headers = {}, ...options }: ClientOptions) {
    const ownFetch = options.fetch ?? fetch
    this.#connection = {
      origin: portalOrigin(url, { allowHttp }),
      key: requireKey(key),
      // a browser's fetch must be called without `this`
      fetch: (...args) => ownFetch(...args),
      timeoutMs,
      retry: retries === undefined ? DEFAULT_RETRY : { ...DEFAULT_RETRY, retries },
      headers,
    }
  }

  /**
   * Makes a call. Calls that only read, and calls that can be repeated with an idempotency key, are repeated after a lost
   * answer; the key is drawn if it is not given. Every call is repeated after "too many requests".
   */
  async call<P extends JsonPath>(
    path: P,
    input: InputOf<P>,
    options: CallOptions & (P extends OncePath ? { idempotencyKey?: string } : { idempotencyKey?: never }) = {},
  ): Promise<OutputOf<P>> {
    const { idempotencyKey, ...rest } = options as CallOptions & { idempotencyKey?: string }
    const { once } = callTable[path] as Facts
    if (idempotencyKey !== undefined && !once) throw new TypeError(`${path} takes no idempotency key.`)
    const requestId = idempotencyKey === undefined ? newRequestId() : requireUuid(idempotencyKey)
    const request = this.#request(path, input, requestId)
    return (await this.#attempts(request, rest, async (response, text) =>
      openEnvelope(response, await text(), requestId),
    )) as OutputOf<P>
  }

  /** The pages of a list. `limit` is the size of a page, up to 200. */
  async *pages<P extends ListPath>(path: P, input: InputOf<P>, options: CallOptions = {}): AsyncGenerator<OutputOf<P>> {
    let cursor: string | undefined
    do {
      const asked = (cursor === undefined ? input : { ...input, cursor }) as InputOf<P>
      const page = await this.call(path, asked, options as object)
      yield page
      cursor = (page as { next: string | null }).next ?? undefined
    } while (cursor !== undefined)
  }

  /** The items of a list, page after page. */
  async *items<P extends ListPath>(path: P, input: InputOf<P>, options: CallOptions = {}): AsyncGenerator<ItemOf<P>> {
    for await (const page of this.pages(path, input, options)) yield* page.items as readonly ItemOf<P>[]
  }

  /** Downloads a file. */
  async file<P extends FilePath>(path: P, input: InputOf<P>, options: CallOptions = {}): Promise<DownloadedFile> {
    const request = this.#request(path, input, newRequestId())
    return await this.#attempts(request, options, async (response, text, blob) => {
      if (!response.ok) openEnvelope(response, await text(), request.requestId)
      return { name: fileNameIn(response.headers.get('Content-Disposition')), content: await blob() }
    })
  }

  /** Sends a file with the fields of a call. */
  async upload<P extends UploadPath>(
    path: P,
    input: InputOf<P>,
    { file, ...options }: CallOptions & { file: { name: string; content: Blob } },
  ): Promise<OutputOf<P>> {
    const request = { ...this.#request(path, input, newRequestId()), file }
    return (await this.#attempts(request, options, async (response, text) =>
      openEnvelope(response, await text(), request.requestId),
    )) as OutputOf<P>
  }

  /**
   * The events of a stream, until the portal ends it. A broken stream is connected again; the portal then sends the
   * current state first.
   */
  async *events<P extends EventPath>(
    path: P,
    input: InputOf<P>,
    options: Omit<CallOptions, 'timeoutMs'> = {},
  ): AsyncGenerator<OutputOf<P>> {
    const stall = stallSignal(HEARTBEAT_LIMIT_MS)
    const signal = options.signal ? AbortSignal.any([options.signal, stall.signal]) : stall.signal
    let broken = 0
    try {
      while (true) {
        const requestId = newRequestId()
        let hasEvents = false
        const body = await this.#open(this.#request(path, input, requestId), { ...options, signal }, stall.signal)
        try {
          for await (const event of readEvents(body, stall.restart)) {
            if (event.isEnd) return
            hasEvents = true
            yield event.data as OutputOf<P>
          }
        } catch (error) {
          const failure = transportError(error, requestId, { signal, timeout: stall.signal })
          if (failure.kind !== 'network') throw failure
        }
        broken = hasEvents ? 1 : broken + 1
        if (broken > (options.retries ?? this.#connection.retry.retries)) throw brokenStream(requestId)
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS * broken))
      }
    } finally {
      stall.end()
    }
  }

  #request(path: Path, input: unknown, requestId: string): Request {
    const { method } = callTable[path] as Facts
    return { path, method, input, requestId }
  }

  async #open(request: Request, { signal, retries }: CallOptions & { signal: AbortSignal }, timeout: AbortSignal) {
    const { requestId } = request
    const rule = this.#ruleOf(retries)
    return await withRetries({ isRepeatable: true, rule, signal }, async () => {
      try {
        const response = await send(this.#connection, request, signal)
        if (!response.ok || response.body === null) openEnvelope(response, await response.text(), requestId)
        return response.body!
      } catch (error) {
        throw transportError(error, requestId, { signal, timeout })
      }
    })
  }

  #ruleOf(retries: number | undefined): RetryRule {
    const { retry } = this.#connection
    return retries === undefined ? retry : { ...retry, retries }
  }

  /** Runs the attempts of a request. The timeout of an attempt begins again whenever a piece of the answer arrives. */
  async #attempts<T>(
    request: Request,
    { signal, timeoutMs = this.#connection.timeoutMs, retries }: CallOptions,
    read: (response: Response, text: () => Promise<string>, blob: () => Promise<Blob>) => Promise<T>,
  ): Promise<T> {
    const { reads, once } = callTable[request.path as Path] as Facts
    const call = { isRepeatable: reads === true || once === true, rule: this.#ruleOf(retries), signal }
    return await withRetries(call, async () => {
      const stall = stallSignal(timeoutMs)
      const both = signal ? AbortSignal.any([signal, stall.signal]) : stall.signal
      try {
        const response = await send(this.#connection, request, both)
        const blob = () => readBlob(response, stall.restart)
        return await read(response, async () => await (await blob()).text(), blob)
      } catch (error) {
        throw transportError(error, request.requestId, { signal: both, timeout: stall.signal })
      } finally {
        stall.end()
      }
    })
  }
}

/** The portal sends a heartbeat every 20 seconds. */
const HEARTBEAT_LIMIT_MS = 60_000
const RECONNECT_MS = 500

const brokenStream = (requestId: string) =>
  new SimwrightError('The stream of events broke.', { kind: 'network', requestId })

async function readBlob(response: Response, onBytes: () => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    pieces.push(read.value as Uint8Array<ArrayBuffer>)
    onBytes()
  }
  return new Blob(pieces, { type: response.headers.get('Content-Type') ?? '' })
}

/** The name without folders, so that it can be used as the name of a local file. */
function fileNameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const name = encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  return name?.split(/[/\\]/).at(-1)?.replace(/^\.+/, '') || 'download'
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

/** An event of a stream. `end` is the last one: a stream without it broke. */
type StreamEvent = { isEnd: true } | { isEnd: false; data: unknown }

/** Reads server-sent events. `beforeRead` is called before each wait for the next bytes, heartbeats included. */
async function* readEvents(body: ReadableStream<Uint8Array>, beforeRead: () => void): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  try {
    while (true) {
      beforeRead()
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (text + value.replaceAll('\r\n', '\n')).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** @returns undefined for a comment */
function eventOf(block: string): StreamEvent | undefined {
  const lines = block.split('\n')
  if (lines.includes('event: end')) return { isEnd: true }
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart())
  return data.length === 0 ? undefined : { isEnd: false, data: JSON.parse(data.join('\n')) }
}
