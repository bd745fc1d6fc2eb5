import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server as HttpsServer } from 'node:https'
import { adminProtocol } from '@simwright/rsp'
import { answerEs9, functionOf, type HttpAnswer } from './answer.ts'
import type { Smdp } from './smdp.ts'

/** What the SM-DP+ shows of itself in TLS. */
export type TlsIdentity = { cert: string; key: string }

export type Es9Listener = {
  readonly port: number
  /** For connections made from now on. */
  renew(tls: TlsIdentity): void
  /** Lets what runs finish. */
  close(): Promise<void>
}

const BODY_LIMIT_BYTES = 256 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 20_000
const KEEP_ALIVE_MS = 15_000

/** Listens for devices: TLS 1.2 or newer, no client certificates (SGP.22, 6.1). */
export async function listenEs9(
  smdp: Smdp,
  { port, tls, limiter }: { port: number; tls: TlsIdentity; limiter: (address: string) => boolean },
): Promise<Es9Listener> {
  const server = createServer(
    {
      ...tls,
      minVersion: 'TLSv1.2',
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 2_000,
    },
    (request, response) => {
      void serve(smdp, { request, response, limiter })
    },
  )
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, () => resolve())
  })
  return {
    port: (server.address() as { port: number }).port,
    renew: (next) => server.setSecureContext({ ...next, minVersion: 'TLSv1.2' }),
    close: () => close(server),
  }
}

function close(server: HttpsServer): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 100)
    server.close(() => {
      clearInterval(sweep)
      resolve()
    })
  })
}

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  limiter: (address: string) => boolean
}

async function serve(smdp: Smdp, exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  try {
    const answer = await answerTo(smdp, exchange)
    if (answer) send(request, response, answer)
  } catch (error) {
    smdp.log.error({ err: error }, 'an ES9+ request could not be served')
    if (!response.headersSent) send(request, response, plain(503, 'Try again in a moment.'))
  }
}

async function answerTo(smdp: Smdp, { request, limiter }: Exchange): Promise<HttpAnswer | undefined> {
  const address = request.socket.remoteAddress ?? ''
  const name = functionOf((request.url ?? '').split('?')[0]!)
  if (!name) return plain(404, 'Not found.')
  if (request.method !== 'POST')
    return { ...plain(405, 'POST only.'), headers: { ...plain(405, '').headers, allow: 'POST' } }
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return plain(415, 'application/json only.')
  if (request.headers['content-encoding'] !== undefined) return plain(415, 'No content encoding, please.')
  if (!limiter(address))
    return { ...plain(429, 'Too many requests.'), headers: { ...plain(429, '').headers, 'retry-after': '10' } }
  const body = await readBody(request)
  if (body === 'too large') return plain(413, 'The body is too large.')
  if (body === 'broken') return undefined
  return await answerEs9(smdp, { name, body, address })
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= BODY_LIMIT_BYTES) chunks.push(chunk)
      else resolve('too large')
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.on('error', () => resolve('broken'))
  })
}

const plain = (status: number, text: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-admin-protocol': adminProtocol },
  body: text,
})

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  const unread = !request.complete
  response.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...(unread ? { connection: 'close' } : {}),
  })
  response.end(status === 204 ? undefined : body)
}
