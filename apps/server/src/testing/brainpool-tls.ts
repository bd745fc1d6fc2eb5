import { X509Certificate } from 'node:crypto'
import { request } from 'node:https'
import { connect, type TLSSocket } from 'node:tls'
import type { Es9Transport } from '@simwright/euicc'

type Target = { port: number; host: string; issuer: Uint8Array }

/**
 * Opens a TLS connection to a server whose certificate is on brainpoolP256r1, and verifies it against one issuer and
 * the host. Node's own verification crashes the process (`getPeerCertificate` has no name for this curve).
 * @throws Error when the certificate is not from the issuer, or is for another host
 */
export function connectBrainpool({
  port,
  host,
  issuer,
}: Target): Promise<{ socket: TLSSocket; shown: X509Certificate }> {
  return new Promise((resolve, reject) => {
    const ecdhCurve = 'brainpoolP256r1:prime256v1'
    const options = { host: '127.0.0.1', port, servername: host, ecdhCurve, rejectUnauthorized: false }
    const socket = connect(options, () => {
      const shown = socket.getPeerX509Certificate()
      const isTrusted = shown?.verify(new X509Certificate(issuer).publicKey) === true
      if (isTrusted && shown.checkHost(host)) return resolve({ socket, shown })
      socket.destroy()
      reject(new Error('the certificate is not from the issuer, or is for another host'))
    })
    socket.on('error', reject)
  })
}

/**
 * ES9+ transport of a device that trusts only this Brainpool issuer; one connection per call, to the port of the
 * address.
 */
export function brainpoolTransport(issuer: Uint8Array): Es9Transport {
  return async ({ address, path, headers, body }) => {
    const [host = '', port = '443'] = address.split(':')
    const { socket } = await connectBrainpool({ port: Number(port), host, issuer })
    return await new Promise((resolve, reject) => {
      const more = { host: address, connection: 'close', 'content-length': Buffer.byteLength(body) }
      const options = { method: 'POST', path, headers: { ...headers, ...more }, createConnection: () => socket }
      const outgoing = request(options, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const answerHeaders = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
          const text = Buffer.concat(chunks).toString()
          resolve({ status: incoming.statusCode ?? 0, headers: Object.fromEntries(answerHeaders), body: text })
        })
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }
}
