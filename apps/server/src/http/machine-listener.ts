import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import { adminProtocol } from '@simwright/rsp'
import type { ConnectionLimits } from '../port/limits.ts'
import type { Logger } from '../runtime/log.ts'
import { parseIpAddress } from './ip-address.ts'
import { networkOf } from './network.ts'
import { perMinuteLimiter } from './rate-counter.ts'

/** A server's TLS certificate and key, PEM. */
export type TlsIdentity = { cert: string; key: string }

/** An HTTP response; the body is not sent with status 204. */
export type HttpAnswer = { status: number; headers: Record<string, string>; body: string | Uint8Array }

/** Thrown when a limit is exceeded; answered with HTTP status 429. */
export class TooManyCalls extends Error {}

/** Counts a call. @returns the limit it exceeds, if any */
export type DeviceLimiter = (address: string) => 'address' | 'all' | undefined

/**
 * Calls per minute, per address and in total. Calls beyond the limit of their address do not count toward the total.
 */
export function deviceLimiter({ device, devices }: { device: number; devices: number }): DeviceLimiter {
  const perAddress = perMinuteLimiter(device)
  const total = perMinuteLimiter(devices)
  return (address) => {
    if (!perAddress(networkOf(address))) return 'address'
    return total('') ? undefined : 'all'
  }
}

export type MachineListener = {
  readonly port: number
  /** Replaces the certificate for new connections. */
  renew(tls: TlsIdentity): void
  /** Waits for running requests, up to `FINISH_MS`. */
  close(): Promise<void>
}

export type MachineRequest = {
  body: Buffer
  address: string
  /** The client certificate, DER, not verified; only if the listener requests one. */
  certificate: Uint8Array | undefined
  headers: IncomingHttpHeaders
}

/** The route of a path: the accepted content type and the handler. */
export type MachineRoute = { contentType: string; answer(request: MachineRequest): Promise<HttpAnswer> }

const BODY_LIMIT_BYTES = 256 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 20_000
const KEEP_ALIVE_MS = 15_000
const HANDSHAKE_TIMEOUT_MS = 10_000
const FINISH_MS = 5_000

type ListenerOptions = {
  port: number
  /** The address to listen on; without it, all addresses. */
  host?: string
  /** The default identity, for clients without SNI or with a host that has no certificate of its own. */
  tls: TlsIdentity
  /** The identity for a server name (SNI, RFC 6066, 3); undefined for the default one. */
  hosts?: (name: string) => TlsIdentity | undefined
  limiter: DeviceLimiter
  connections: ConnectionLimits
  route: (path: string) => MachineRoute | undefined
  /** `asked`: clients are asked for a certificate, which the handler verifies. */
  clients?: 'asked'
  log: Logger
  /** Aborted when the server begins to stop; each answer then closes its connection. */
  retiring: AbortSignal
}

/** Listens for devices and servers on GSMA interfaces: TLS 1.2 or newer (SGP.22, 6.1), POST only. */
export async function listenForMachines(options: ListenerOptions): Promise<MachineListener> {
  const { port, host, tls, hosts, clients } = options
  const server = createServer(
    {
      ...tls,
      minVersion: 'TLSv1.2',
      ...(hosts ? { SNICallback: contextOf(options, hosts) } : {}),
      requestCert: clients === 'asked',
      rejectUnauthorized: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      connectionsCheckingInterval: 2_000,
    },
    (request, response) => {
      void serve(options, request, response)
    },
  )
  server.on('tlsClientError', () => {})
  limitConnections(server, options.connections)
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => resolve())
  })
  return {
    port: (server.address() as { port: number }).port,
    renew: (next) => server.setSecureContext({ ...next, minVersion: 'TLSv1.2' }),
    close: () => close(server, sockets),
  }
}

/** An SNI callback. A host whose certificate fails to load gets the default identity. */
function contextOf({ log }: ListenerOptions, hosts: NonNullable<ListenerOptions['hosts']>) {
  // by certificate: any number of names may match a wildcard
  const contexts = new Map<string, SecureContext>()
  const load = (name: string): SecureContext | undefined => {
    const tls = hosts(name)
    if (!tls) return undefined
    const known = contexts.get(tls.cert)
    if (known) return known
    const context = createSecureContext({ cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2' })
    contexts.set(tls.cert, context)
    return context
  }
  return (name: string, done: (error: Error | null, context?: SecureContext) => void) => {
    try {
      done(null, load(name.toLowerCase()))
    } catch (err) {
      log.error({ err, name }, 'could not load the certificate of a host')
      done(null)
    }
  }
}

/** Closes idle connections and waits for running requests; destroys the remaining connections after `FINISH_MS`. */
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

async function serve(options: ListenerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const answer = await answerTo(options, request)
    if (answer) send({ options, request, response }, answer)
  } catch (error) {
    if (error instanceof TooManyCalls) return send({ options, request, response }, tooMany())
    options.log.error({ err: error, path: request.url }, 'a request of a device or server failed')
    if (!response.headersSent) send({ options, request, response }, plain(503, 'Try again in a moment.', RETRY_LATER))
  }
}

/** @returns undefined if the client has disconnected */
async function answerTo(
  { route, limiter, clients }: ListenerOptions,
  request: IncomingMessage,
): Promise<HttpAnswer | undefined> {
  const address = parseIpAddress(request.socket.remoteAddress ?? '') ?? ''
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
  return await found.answer({ body: read.body, address, certificate, headers: request.headers })
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

type Exchange = { options: ListenerOptions; request: IncomingMessage; response: ServerResponse }

function send({ options, request, response }: Exchange, { status, headers, body }: HttpAnswer): void {
  const isLast = !request.complete || options.retiring.aborted
  response.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...(isLast ? { connection: 'close' } : {}),
  })
  response.end(status === 204 ? undefined : body)
}

/** For all addresses together, because file descriptors are limited. */
const MAX_CONNECTIONS = 10_000

type Counts = { open: number; silent: number }

/** Closes connections beyond the limits when they are opened, before the TLS handshake. */
function limitConnections(server: HttpsServer, { connections, silentConnections }: ConnectionLimits): void {
  const byAddress = new Map<string, Counts>()
  const silent = new Map<string, Counts>()
  server.maxConnections = MAX_CONNECTIONS
  server.on('connection', (socket: Socket) => {
    const group = networkOf(socket.remoteAddress ?? '')
    const counts = byAddress.get(group) ?? { open: 0, silent: 0 }
    if (counts.open >= connections || counts.silent >= silentConnections) return void socket.destroy()
    const peer = peerOf(socket)
    byAddress.set(group, counts)
    silent.set(peer, counts)
    counts.open += 1
    counts.silent += 1
    socket.once('close', () => {
      endSilence(silent, peer)
      counts.open -= 1
      if (counts.open === 0) byAddress.delete(group)
    })
  })
  server.on('request', ({ socket }) => endSilence(silent, peerOf(socket)))
}

/** A key that is the same for a TLS socket and its underlying TCP socket. */
const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

function endSilence(silent: Map<string, Counts>, peer: string): void {
  const counts = silent.get(peer)
  if (counts && silent.delete(peer)) counts.silent -= 1
}
