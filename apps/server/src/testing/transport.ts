import { Agent, type IncomingMessage, request } from 'node:http'
import type { App } from '../http/serve.ts'
import type { Answer, Transport } from './client.ts'

/** What `fetch` sends by itself, as far as the portal reads it. */
const OF_FETCH = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }

const agent = new Agent({ keepAlive: true })

/**
 * Calls on kept connections, like `fetch`, at a third of its processor time. Streams (calls with a signal) and large files
 * go by `fetch`, and so does the page that an answer redirects to.
 */
export const overSockets: Transport = async (url, init) => {
  const { method, headers, body, redirect } = init
  if (!isPlain(init)) return await fetch(url, init)
  const answered = Promise.withResolvers<Received>()
  const sent = { agent, method, headers: { ...OF_FETCH, ...(headers as Record<string, string>) } }
  const receive = (message: IncomingMessage) => {
    const chunks: Buffer[] = []
    const end = () => answered.resolve(new Received(message.statusCode!, message.headers, Buffer.concat(chunks)))
    message
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', end)
      .on('error', answered.reject)
  }
  request(url, sent, receive).on('error', answered.reject).end(body)
  const answer = await answered.promise
  const { location } = answer.fields
  if (answer.status >= 300 && answer.status < 400 && location !== undefined && redirect !== 'manual')
    return await fetch(new URL(String(location), url), { headers })
  return answer
}

/** Passes calls directly to the application, without sockets. Streams (calls with a signal) and large files go by `fetch`. */
export function injectInto(app: App): Transport {
  return async (url, init) => {
    const { method, headers, body } = init
    if (!isPlain(init)) return await fetch(url, init)
    const { host } = new URL(url)
    const {
      statusCode,
      headers: fields,
      rawPayload,
    } = await app.inject({
      method: method as 'GET' | 'POST',
      url: url.slice(url.indexOf(host) + host.length),
      headers: { host, ...OF_FETCH, ...(headers as Record<string, string>) },
      payload: body as string | Buffer | undefined,
    })
    return new Received(statusCode, fields, rawPayload)
  }
}

/** `fetch` gets the refusal of a larger body also when the server reads no further. */
const PLAIN_BYTES = 1024 * 1024

type Plain = RequestInit & { body?: string | Uint8Array }

const isPlain = (init: RequestInit): init is Plain => !init.signal && (!init.body || isPlainBody(init.body))

const isPlainBody = (body: RequestInit['body']) =>
  typeof body === 'string' || (body instanceof Uint8Array && body.byteLength <= PLAIN_BYTES)

type Fields = Readonly<Record<string, string | string[] | number | undefined>>

/** Removes a byte order mark, as `Response` does. */
const decoder = new TextDecoder()

/** Reads as a `Response`, which takes longer to make. */
class Received implements Answer {
  readonly status: number
  readonly fields: Fields
  readonly #payload: Buffer

  constructor(status: number, fields: Fields, payload: Buffer) {
    this.status = status
    this.fields = fields
    this.#payload = payload
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get headers(): Headers {
    const headers = new Headers()
    for (const [name, value] of Object.entries(this.fields))
      for (const one of [value ?? []].flat()) headers.append(name, String(one))
    return headers
  }

  get body(): Response['body'] {
    return new Response(new Uint8Array(this.#payload)).body
  }

  async text(): Promise<string> {
    return decoder.decode(this.#payload)
  }

  async json(): Promise<unknown> {
    return JSON.parse(decoder.decode(this.#payload))
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(this.#payload)
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer
  }
}
