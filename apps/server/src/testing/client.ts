import { API_PREFIX, type Endpoint, type Envelope, type InputOf, type OutputOf, problems } from '@simwright/contract'
import { TokenPayload } from '@simwright/contract/people/account'

/** A refusal of the portal. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly code: string
  readonly obj: Record<string, unknown>

  constructor(status: number, envelope: Envelope<unknown>) {
    super(envelope.msg)
    // of an invalid form: the reason is in its faults
    if (envelope.code === problems.invalid.code) this.cause = JSON.stringify(envelope.obj)
    this.status = status
    this.code = envelope.code
    this.obj = (envelope.obj ?? {}) as Record<string, unknown>
  }
}

export type Sent = {
  headers?: Record<string, string>
  /** Defaults to the client's own session. */
  token?: string | null
  cookies?: Record<string, string>
  signal?: AbortSignal
}

/** The parts of an HTTP response that tests read. */
export type Answer = Pick<Response, 'status' | 'ok' | 'headers' | 'body' | 'text' | 'json' | 'bytes' | 'arrayBuffer'>

/** Sends a request to the portal, as `fetch` does. */
export type Transport = (url: string, init: RequestInit) => Promise<Answer>

/** A browser as seen by the portal: real HTTP, a cookie jar, the headers of the specification. */
export class Client {
  readonly url: string
  readonly cookies = new Map<string, string>()
  readonly #way: Transport
  #key: string | undefined

  constructor(url: string, way: Transport = fetch) {
    this.url = url
    this.#way = way
  }

  /** A client with the same cookies and another transport. */
  by(way: Transport): Client {
    const client = new Client(this.url, way)
    for (const [name, value] of this.cookies) client.cookies.set(name, value)
    return client
  }

  /** A program that sends this API key, and no cookies. */
  withKey(key: string, way: Transport = this.#way): Client {
    const program = new Client(this.url, way)
    program.#key = key
    return program
  }

  get token(): string | undefined {
    return this.#key ?? this.cookies.get('token')
  }

  /** The signed-in user, as the token has it. */
  get user(): TokenPayload {
    const middle = this.token?.split('.')[1] ?? ''
    return TokenPayload.parse(JSON.parse(Buffer.from(middle, 'base64url').toString()))
  }

  /** @throws Refused */
  async ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, sent: Sent = {}): Promise<OutputOf<E>> {
    return (await opened(await this.send(endpoint, input, sent))) as OutputOf<E>
  }

  /** Makes a call that must be refused. @throws Error when it is not */
  async refusal<E extends Endpoint>(endpoint: E, input: InputOf<E>, sent: Sent = {}): Promise<Refused> {
    try {
      await this.ask(endpoint, input, sent)
    } catch (error) {
      if (error instanceof Refused) return error
      throw error
    }
    throw new Error(`${endpoint.path} was not refused`)
  }

  async send<E extends Endpoint>(endpoint: E, input: InputOf<E>, sent: Sent = {}): Promise<Answer> {
    const json = endpoint.method === 'POST'
    const body = json ? JSON.stringify(input ?? {}) : undefined
    const query = json ? '' : queryOf(input)
    const signal = sent.signal ?? (endpoint.answer === 'events' ? new AbortController().signal : undefined)
    return await this.fetch(`${API_PREFIX}${endpoint.path}${query}`, {
      method: endpoint.method,
      headers: this.headers({ ...(json ? { 'content-type': 'application/json' } : {}) }, sent),
      body,
      signal,
    })
  }

  /** Sends a file and the fields of an endpoint whose body is `form-data`. @throws Refused */
  async upload<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    file: { name: string; content: string | Uint8Array },
  ): Promise<OutputOf<E>> {
    const boundary = `form-${crypto.randomUUID()}`
    const response = await this.fetch(`${API_PREFIX}${endpoint.path}`, {
      method: 'POST',
      headers: this.headers({ 'content-type': `multipart/form-data; boundary=${boundary}` }, {}),
      body: formOf(fieldsOf(input), file, boundary),
    })
    return (await opened(response)) as OutputOf<E>
  }

  /** The content of a file that an endpoint returns. @throws Refused */
  async file<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<{ text: string; response: Answer }> {
    const response = await this.send(endpoint, input)
    if (!response.ok) await opened(response)
    return { text: await response.text(), response }
  }

  /** Yields the events of a stream until the server ends it. @throws Refused */
  async *events<E extends Endpoint>(endpoint: E, input: InputOf<E>, sent: Sent = {}): AsyncGenerator<OutputOf<E>> {
    const response = await this.send(endpoint, input, sent)
    if (!response.ok || response.body === null) await opened(response)
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data) yield JSON.parse(data) as OutputOf<E>
      }
    }
  }

  /** Requests a page of the portal as a browser does, without following redirects. */
  async open(path: string): Promise<Answer> {
    return await this.fetch(path, { redirect: 'manual', headers: this.headers({}, { token: null }) })
  }

  headers(own: Record<string, string>, { headers, token, cookies }: Sent): Record<string, string> {
    const bearer = token === undefined ? this.token : token
    const jar = cookies ?? Object.fromEntries(this.cookies)
    return {
      'x-request-id': crypto.randomUUID(),
      'x-timestamp': String(Date.now()),
      'x-time-zone': 'UTC',
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      cookie: Object.entries(jar)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
      ...own,
      ...headers,
    }
  }

  private async fetch(path: string, init: RequestInit): Promise<Answer> {
    const response = await this.#way(this.url + path, init)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
}

async function opened(response: Answer): Promise<unknown> {
  const envelope = (await response.json()) as Envelope<unknown>
  if (!envelope.success) throw new Refused(response.status, envelope)
  return envelope.obj
}

/** The body that a browser sends for a form with a file; `FormData` takes several times as long. */
function formOf(
  fields: readonly [string, string][],
  { name, content }: { name: string; content: string | Uint8Array },
  boundary: string,
): Uint8Array<ArrayBuffer> {
  const parts = fields.map(([field, value]) => `--${boundary}\r\n${dispositionOf(field)}\r\n\r\n${value}\r\n`)
  const type = 'Content-Type: application/octet-stream'
  const start = `${parts.join('')}--${boundary}\r\n${dispositionOf('file')}; filename="${escaped(name)}"\r\n${type}\r\n\r\n`
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return Buffer.concat([Buffer.from(start), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

const dispositionOf = (field: string) => `Content-Disposition: form-data; name="${escaped(field)}"`

/** HTML, 4.10.21.8 Multipart form data. */
const escaped = (name: string) => name.replace(/["\r\n]/g, encodeURIComponent)

function queryOf(input: unknown): string {
  const fields = fieldsOf(input)
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`
}

/** Name and value of each field that has a value; an array yields one pair per element. */
function fieldsOf(input: unknown): [string, string][] {
  return Object.entries((input ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one): [string, string] => [name, String(one)]),
  )
}
