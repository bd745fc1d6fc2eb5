import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { adminProtocol } from '@simwright/rsp'
import { answerEs9, bindingOf, type HttpAnswer } from './answer.ts'
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
const HANDSHAKE_TIMEOUT_MS = 10_000
const FINISH_MS = 5_000

type Listening = {
  port: number
  /** For devices that name no host, or one that is not a platform's. */
  tls: TlsIdentity
  hosts: (name: string) => SecureContext | undefined
  limiter: (address: string) => boolean
}

/** Listens for devices: TLS 1.2 or newer, no client certificates (SGP.22, 6.1). */
export async function listenEs9(smdp: Smdp, { port, tls, hosts, limiter }: Listening): Promise<Es9Listener> {
  const server = createServer(
    {
      ...tls,
      minVersion: 'TLSv1.2',
      SNICallback: contextOf(smdp, hosts),
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      connectionsCheckingInterval: 2_000,
    },
    (request, response) => {
      void serve(smdp, { request, response, limiter })
    },
  )
  server.on('tlsClientError', () => {})
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, () => resolve())
  })
  return {
    port: (server.address() as { port: number }).port,
    renew: (next) => server.setSecureContext({ ...next, minVersion: 'TLSv1.2' }),
    close: () => close(server, sockets),
  }
}

/** A host whose certificate cannot be made is answered as one that is not known. */
function contextOf({ log }: Smdp, hosts: Listening['hosts']) {
  return (name: string, done: (error: Error | null, context?: SecureContext) => void) => {
    try {
      done(null, hosts(name))
    } catch (err) {
      log.error({ err, name }, 'no certificate could be made for a host of the SM-DP+')
      done(null)
    }
  }
}

/** What runs may finish; after a while the rest is ended, devices that never asked anything among them. */
function close(server: HttpsServer, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 100)
    const end = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, FINISH_MS)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(end)
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

/** @returns undefined when the device has gone */
async function answerTo(smdp: Smdp, { request, limiter }: Exchange): Promise<HttpAnswer | undefined> {
  const address = request.socket.remoteAddress ?? ''
  const binding = bindingOf((request.url ?? '').split('?')[0]!)
  if (!binding) return plain(404, 'Not found.')
  if (request.method !== 'POST') return plain(405, 'POST only.', { allow: 'POST' })
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== binding.contentType) return plain(415, `${binding.contentType} only.`)
  if (request.headers['content-encoding'] !== undefined) return plain(415, 'No content encoding, please.')
  if (!limiter(address)) return plain(429, 'Too many requests.', { 'retry-after': '10' })
  const read = await readBody(request)
  if (read === 'gone') return undefined
  if (read === 'too large') return plain(413, 'The body is too large.')
  return await answerEs9(smdp, { binding, body: read.body, address })
}

function readBody(request: IncomingMessage): Promise<{ body: Buffer } | 'too large' | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= BODY_LIMIT_BYTES) chunks.push(chunk)
      else resolve('too large')
    })
    request.on('end', () => resolve({ body: Buffer.concat(chunks) }))
    request.on('error', () => resolve('gone'))
  })
}

const plain = (status: number, text: string, more: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-admin-protocol': adminProtocol, ...more },
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
