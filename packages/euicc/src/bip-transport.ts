/** The Bearer Independent Protocol of a device with a TCP connection of the operating system. */
import { connect } from 'node:net'
import type { BipTransport } from './recycle-applet.ts'

/**
 * A transport that opens a TCP connection for each message. It rejects if the server cannot be reached, closes the
 * connection before the whole answer, or does not answer in time.
 */
export function createBipTransport({ timeoutMs = 10_000 }: { readonly timeoutMs?: number } = {}): BipTransport {
  return ({ host, port, message, answerBytes }) =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const socket = connect({ host, port, timeout: timeoutMs }, () => socket.end(message))
      const fail = (error: Error) => {
        socket.destroy()
        reject(error)
      }
      socket.on('error', fail)
      socket.on('timeout', () => fail(new Error('the server did not answer in time')))
      socket.on('data', (chunk) => {
        chunks.push(chunk)
        const answer = Buffer.concat(chunks)
        if (answer.length < answerBytes) return
        socket.destroy()
        resolve(Uint8Array.from(answer.subarray(0, answerBytes)))
      })
      socket.on('end', () => fail(new Error('the server closed the connection before its answer')))
    })
}
