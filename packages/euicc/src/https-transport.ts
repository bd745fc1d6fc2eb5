/** ES9+ over TLS for Node. This is the only module of the package that uses the network. */
import { Agent, request } from 'node:https'
import type { Es9HttpAnswer, Es9Transport } from './es9-client.ts'

/** Trust and addresses of a transport. */
export type HttpsTransportOptions = {
  /**
   * Certificates, PEM or DER, that the certificate of the server must chain to. The CAs of the system are not trusted.
   */
  readonly ca: readonly (string | Uint8Array)[]
  /** Address to connect to for a host, instead of a DNS lookup. TLS still verifies the name of the host. */
  readonly connectTo?: (host: string) => { address: string; port: number } | undefined
  /** Time without data after which a request fails, in milliseconds. By default 30,000. */
  readonly timeoutMs?: number
  /** Maximum number of open connections per host. By default 8. */
  readonly maxSockets?: number
}

/** `send` makes requests. `close` closes all open connections. */
export type HttpsTransport = { readonly send: Es9Transport; close(): void }

/** Maximum size of an answer. A bound package of the largest profile is much smaller. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_PORT = 443

/** Splits an address into its FQDN and port. */
function splitAddress(address: string): { host: string; port: number } {
  const [, host, port] = /^(.*?)(?::(\d+))?$/.exec(address)!
  return { host: host!, port: port === undefined ? DEFAULT_PORT : Number(port) }
}

/** A certificate as PEM. */
const toPem = (certificate: string | Uint8Array): string =>
  typeof certificate === 'string'
    ? certificate
    : `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate).toString('base64')}\n-----END CERTIFICATE-----\n`

/**
 * Creates a transport with persistent connections and TLS 1.2 or later. A request fails if the server does not answer in
 * time, its certificate is not trusted, or its answer is too large. It is sent again if the server closed a persistent
 * connection at the moment of its reuse.
 */
export function createHttpsTransport(options: HttpsTransportOptions): HttpsTransport {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: options.maxSockets ?? 8,
    ca: options.ca.map(toPem),
    minVersion: 'TLSv1.2',
  })
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS

  const send: Es9Transport = (sent) =>
    new Promise<Es9HttpAnswer>((resolve, reject) => {
      const { address, path, headers, body } = sent
      let isAnswered = false
      const { host, port } = splitAddress(address)
      const target = options.connectTo?.(host)
      const outgoing = request(
        {
          agent,
          method: 'POST',
          host: target?.address ?? host,
          port: target?.port ?? port,
          servername: host,
          path,
          headers: { ...headers, host: address, 'content-length': Buffer.byteLength(body) },
          timeout: timeoutMs,
        },
        (incoming) => {
          isAnswered = true
          const chunks: Buffer[] = []
          let length = 0
          incoming.on('data', (chunk: Buffer) => {
            length += chunk.length
            if (length > MAX_ANSWER_BYTES) outgoing.destroy(new Error('the answer is larger than a phone accepts'))
            else chunks.push(chunk)
          })
          incoming.on('error', reject)
          incoming.on('end', () => {
            const answerHeaders = Object.fromEntries(
              Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
            )
            resolve({
              status: incoming.statusCode ?? 0,
              headers: answerHeaders,
              body: Buffer.concat(chunks).toString(),
            })
          })
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)))
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        const wasClosed = outgoing.reusedSocket && !isAnswered && error.code === 'ECONNRESET'
        if (wasClosed) resolve(send(sent))
        else reject(error)
      })
      outgoing.end(body)
    })

  return { send, close: () => agent.destroy() }
}
