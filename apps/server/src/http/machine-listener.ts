import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContext, TLSSocket } from 'node:tls'
import { adminProtocol } from '@simwright/rsp'
import type { Logger } from '../runtime/log.ts'
import { type ConnectionLimits, limitConnections } from './connection-limit.ts'
import { networkOf } from './network.ts'
import { tallyPerMinute } from './rate-counter.ts'

/** What a server shows of itself in TLS. */
export type TlsIdentity = { cert: string; key: string }

/** What goes back; nothing behind HTTP status 204. */
export type HttpAnswer = { status: number; headers: Record<string, string>; body: string | Uint8Array }

/** Thrown for a call that is one too many: HTTP status 429. */
export class TooManyCalls extends Error {}

/** Counts a call. @returns whose limit it exceeds */
export type DeviceLimiter = (address: string) => 'address' | 'all' | undefined

/** The limits per address and over all addresses; what one address has too much does not count for the others. */
export function deviceLimiter({ device, devices }: { device: number; devices: number }): DeviceLimiter {
  const ofAddress = tallyPerMinute(device)
  const ofAll = tallyPerMinute(devices)
  return (address) => {
    if (!ofAddress(networkOf(address))) return 'address'
    return ofAll('') ? undefined : 'all'
  }
}

export type MachineListener = {
  readonly port: number
  /** For connections made from now on. */
  renew(tls: TlsIdentity): void
  /** Lets what runs finish. */
  close(): Promise<void>
}

/** What came in. */
export type Asked = {
  body: Buffer
  address: string
  /** DER, not verified; only where clients are asked for one. */
  certificate: Uint8Array | undefined
}

/** What stands at a path: the content type that it takes, and who answers. */
export type MachineRoute = { contentType: string; answer(asked: Asked): Promise<HttpAnswer> }

const BODY_LIMIT_BYTES = 256 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 20_000
const KEEP_ALIVE_MS = 15_000
const HANDSHAKE_TIMEOUT_MS = 10_000
const FINISH_MS = 5_000

type Listening = {
  port: number
  /** For clients that name no host, or one that has no certificate of its own. */
  tls: TlsIdentity
  hosts?: (name: string) => SecureContext | undefined
  limiter: DeviceLimiter
  connections: ConnectionLimits
  route: (path: string) => MachineRoute | undefined
  /** `asked`: the client is asked for its certificate, which whoever answers verifies. */
  clients?: 'asked'
  log: Logger
  /** Aborted when the server is asked to stop: each answer then ends its connection. */
  retiring: AbortSignal
}

/** Listens for devices and servers that speak the GSMA's interfaces: TLS 1.2 or newer (SGP.22, 6.1), POST only. */
export async function listenForMachines(listening: Listening): Promise<MachineListener> {
  const { port, tls, hosts, clients } = listening
  const server = createServer(
    {
      ...tls,
      minVersion: 'TLSv1.2',
      ...(hosts ? { SNICallback: contextOf(listening, hosts) } : {}),
      requestCert: clients === 'asked',
      rejectUnauthorized: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      connectionsCheckingInterval: 2_000,
    },
    (request, response) => {
      void serve(listening, request, response)
    },
  )
  server.on('tlsClientError', () => {})
  limitConnections(server, listening.connections)
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
function contextOf({ log }: Listening, hosts: NonNullable<Listening['hosts']>) {
  return (name: string, done: (error: Error | null, context?: SecureContext) => void) => {
    try {
      done(null, hosts(name))
    } catch (err) {
      log.error({ err, name }, 'no certificate could be made for a host')
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

async function serve(listening: Listening, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const answer = await answerTo(listening, request)
    if (answer) send({ listening, request, response }, answer)
  } catch (error) {
    if (error instanceof TooManyCalls) return send({ listening, request, response }, tooMany())
    listening.log.error({ err: error, path: request.url }, 'a call of a device or server could not be served')
    if (!response.headersSent) send({ listening, request, response }, plain(503, 'Try again in a moment.', RETRY_LATER))
  }
}

/** @returns undefined when the client has gone */
async function answerTo(
  { route, limiter, clients }: Listening,
  request: IncomingMessage,
): Promise<HttpAnswer | undefined> {
  const address = request.socket.remoteAddress ?? ''
  const found = route((request.url ?? '').split('?')[0]!)
  if (!found) return plain(404, 'Not found.')
  if (request.method !== 'POST') return plain(405, 'POST only.', { allow: 'POST' })
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== found.contentType) return plain(415, `${found.contentType} only.`)
  if (request.headers['content-encoding'] !== undefined) return plain(415, 'No content encoding, please.')
  const refused = limiter(address)
  if (refused === 'address') return tooMany()
  if (refused === 'all') return plain(503, 'The server is busy.', RETRY_LATER)
  const read = await readBody(request)
  if (read === 'gone') return undefined
  if (read === 'too large') return plain(413, 'The body is too large.')
  const certificate = clients === 'asked' ? (request.socket as TLSSocket).getPeerCertificate().raw : undefined
  return await found.answer({ body: read.body, address, certificate })
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

const RETRY_LATER = { 'retry-after': '10' }

const tooMany = () => plain(429, 'Too many requests.', RETRY_LATER)

const plain = (status: number, text: string, more: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-admin-protocol': adminProtocol, ...more },
  body: text,
})

type Exchange = { listening: Listening; request: IncomingMessage; response: ServerResponse }

function send({ listening, request, response }: Exchange, { status, headers, body }: HttpAnswer): void {
  const isLast = !request.complete || listening.retiring.aborted
  response.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...(isLast ? { connection: 'close' } : {}),
  })
  response.end(status === 204 ? undefined : body)
}
