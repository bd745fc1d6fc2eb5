import { lookup as systemLookup } from 'node:dns'
import { type Agent, type IncomingMessage, request as plainRequest } from 'node:http'
import { type RequestOptions, request as tlsRequest } from 'node:https'
import { isIP } from 'node:net'
import { isLoopbackAddress, isLoopbackHost, isPublicAddress } from './address.ts'

/** An outgoing call that was refused or got no valid answer. */
export class CallOutError extends Error {
  override name = 'CallOutError'
  /** The address may not be called; nothing was sent. */
  readonly forbidden: boolean

  constructor(message: string, { forbidden = false, cause }: { forbidden?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.forbidden = forbidden
  }
}

/** `public`: only the public internet. `anywhere`: also private networks. */
export type Reach = 'public' | 'anywhere'

export type CallOutOptions = {
  method: string
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
  /** Of the protocol of the URL, to keep connections open for further calls to the same host; default: none. */
  agent?: Agent
  /** Reads only this much of the answer's body and closes the connection; default: 1 MiB, and a longer one is refused. */
  cutAtBytes?: number
  /** Until the answer is read; default: 10 s. */
  timeoutMs?: number
}

/** Like `fetch`, within the rules of outgoing calls. @throws CallOutError */
export type CallOut = (url: string, options: CallOutOptions) => Promise<Response>

const TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 1024 * 1024

/**
 * Makes outgoing calls: https only, no redirects, an answer of at most 1 MiB within 10 s unless the caller asks otherwise. The name is resolved once and
 * the connection uses the address that was checked, so DNS rebinding has no effect.
 * `loopback`, for tests and development, also allows this machine, with or without TLS.
 */
export function openCallOut(
  reach: Reach,
  { loopback, lookup = systemLookup }: { loopback: boolean; lookup?: typeof systemLookup },
): CallOut {
  const isAllowed = (address: string) =>
    isLoopbackAddress(address) ? loopback : reach === 'anywhere' || isPublicAddress(address)
  return async (text, options) => {
    const url = URL.parse(text)
    if (
      !url ||
      !(url.protocol === 'https:' || (loopback && url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    ) {
      throw new CallOutError('only https is called', { forbidden: true })
    }
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && !isAllowed(literal)) throw forbiddenAddress(url.hostname)
    return await exchange(url, options, lookupAllowed(lookup, isAllowed))
  }
}

const forbiddenAddress = (host: string) =>
  new CallOutError(`${host} resolves to an address that is not on the public internet`, { forbidden: true })

/** Refuses a name when any of its addresses is not allowed. */
function lookupAllowed(
  lookup: typeof systemLookup,
  isAllowed: (address: string) => boolean,
): NonNullable<RequestOptions['lookup']> {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new Error('no address'), '')
      if (!addresses.every(({ address }) => isAllowed(address))) return done(forbiddenAddress(hostname), '')
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

async function exchange(url: URL, options: CallOutOptions, lookupName: RequestOptions['lookup']): Promise<Response> {
  try {
    return await exchangeOnce(url, options, lookupName)
  } catch (error) {
    if (!(error instanceof ClosedBefore)) throw error
    // the host closed a kept connection just when it was used again
    const { agent: _, ...fresh } = options
    return await exchangeOnce(url, fresh, lookupName)
  }
}

/** The host closed a connection of an agent before it answered. */
class ClosedBefore extends Error {}

function exchangeOnce(url: URL, options: CallOutOptions, lookupName: RequestOptions['lookup']): Promise<Response> {
  const { agent = false, timeoutMs = TIMEOUT_MS, cutAtBytes } = options
  const signals = [AbortSignal.timeout(timeoutMs), ...(options.signal ? [options.signal] : [])]
  const signal = AbortSignal.any(signals)
  const send = url.protocol === 'https:' ? tlsRequest : plainRequest
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(cause instanceof CallOutError ? cause : noAnswer(url, cause))
    const body = bodyText(options.body)
    const headers = { ...options.headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) }
    const request = send(url, { method: options.method, headers, agent, lookup: lookupName, signal }, (answer) => {
      const read = cutAtBytes === undefined ? readAnswer(answer) : readStart(answer, cutAtBytes)
      read.then(resolve, fail)
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (request.reusedSocket && error.code === 'ECONNRESET') reject(new ClosedBefore())
      else fail(error)
    })
    request.end(body)
  })
}

function noAnswer({ host }: URL, cause: unknown): CallOutError {
  const isLate = cause instanceof Error && ['TimeoutError', 'AbortError'].includes(cause.name)
  const text = isLate ? `${host} did not answer in time` : (certificateFault(host, cause) ?? `${host} did not answer`)
  return new CallOutError(text, { cause })
}

/** The codes of Node for a certificate that cannot be verified, which are those of OpenSSL. */
const UNTRUSTED = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|INVALID_(CA|PURPOSE))/

/** What is wrong with the certificate of a server; undefined for other failures. */
function certificateFault(host: string, cause: unknown): string | undefined {
  const { code = '', message = '' } = cause as NodeJS.ErrnoException
  return UNTRUSTED.test(code) ? `${host} has a TLS certificate that is not trusted: ${message}` : undefined
}

/** The text of a `fetch` body; these calls send no other kinds. */
function bodyText(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new TypeError('only text is sent')
}

async function readAnswer(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > ANSWER_MAX_BYTES) throw new CallOutError('the answer is too large')
    chunks.push(chunk)
  }
  return responseOf(answer, Buffer.concat(chunks))
}

/** Reads the start of the answer; if there is more, the connection is closed. */
async function readStart(answer: IncomingMessage, bytes: number): Promise<Response> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > bytes) break
  }
  return responseOf(answer, Buffer.concat(chunks).subarray(0, bytes))
}

function responseOf(answer: IncomingMessage, body: Buffer<ArrayBuffer>): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, [value].flat().join(', '))
  const status = answer.statusCode ?? 500
  const empty = status === 204 || status === 304 || status < 200
  return new Response(empty ? null : body, { status: status < 200 ? 502 : status, headers })
}
