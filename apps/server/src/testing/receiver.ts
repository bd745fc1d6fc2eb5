import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeAtEnd } from './close.ts'

export type ReceivedCall = { path: string; headers: IncomingHttpHeaders; body: string }

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

/** An HTTP server on loopback that stores what it gets, like a program of an enterprise. Closed after the test file. */
export async function receiver(): Promise<Receiver> {
  const calls: ReceivedCall[] = []
  let answer = ok
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() }
      calls.push(call)
      answer(response, call)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closeAtEnd(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    calls,
    answers: (next) => {
      answer = next
    },
  }
}
