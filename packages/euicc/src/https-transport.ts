/** ES9+ over TLS for Node: the one place of this package that touches the network. */
import { Agent, request } from 'node:https'
import type { Es9HttpAnswer, Es9Transport } from './es9-client.ts'

export type HttpsTransportOptions = {
  /** PEM or DER of the issuers the server's certificate must chain to; nothing else is trusted. */
  readonly ca: readonly (string | Uint8Array)[]
  /** Where to connect for a host of an activation code instead of asking the DNS; TLS still verifies the host's name. */
  readonly connectTo?: (host: string) => { address: string; port: number } | undefined
  readonly timeoutMs?: number
  /** Open connections kept per host. */
  readonly maxSockets?: number
}

export type HttpsTransport = { readonly send: Es9Transport; close(): void }

/** What a phone accepts as an answer; a bound package of the largest profile is far smaller. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_PORT = 443

/** The FQDN and port an activation code's address names. */
function splitAddress(address: string): { host: string; port: number } {
  const [, host, port] = /^(.*?)(?::(\d+))?$/.exec(address)!
  return { host: host!, port: port === undefined ? DEFAULT_PORT : Number(port) }
}

const toPem = (certificate: string | Uint8Array): string =>
  typeof certificate === 'string'
    ? certificate
    : `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate).toString('base64')}\n-----END CERTIFICATE-----\n`

export function createHttpsTransport(options: HttpsTransportOptions): HttpsTransport {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: options.maxSockets ?? 8,
    ca: options.ca.map(toPem),
    minVersion: 'TLSv1.2',
  })
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS

  const send: Es9Transport = ({ address, path, headers, body }) =>
    new Promise<Es9HttpAnswer>((resolve, reject) => {
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
      outgoing.on('error', reject)
      outgoing.end(body)
    })

  return { send, close: () => agent.destroy() }
}
