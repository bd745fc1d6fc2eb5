import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { closeAtEnd } from './close.ts'

export type ReceivedCall = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The certificate that the client has shown, DER. */
  client: Buffer | undefined
}

/** Answers a call; default: 200. */
export type ReceiverAnswer = (response: ServerResponse, call: ReceivedCall) => void

export type Receiver = {
  url: string
  port: number
  /** All calls so far. */
  calls: ReceivedCall[]
  /** How it answers from now on. */
  answers(answer: ReceiverAnswer): void
}

const ok: ReceiverAnswer = (response) => void response.end('ok')

/**
 * An HTTP server on loopback that stores what it gets, like a program of an enterprise; with `tls`, an HTTPS server. Closed
 * after the test file.
 */
export async function receiver(tls?: ServerOptions): Promise<Receiver> {
  const calls: ReceivedCall[] = []
  let answer = ok
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const client = tls && (request.socket as TLSSocket).getPeerCertificate().raw
      const call = { path: request.url ?? '', headers: request.headers, body, client }
      calls.push(call)
      answer(response, call)
    })
  }
  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closeAtEnd(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${port}/hook`,
    port,
    calls,
    answers: (next) => {
      answer = next
    },
  }
}
