import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Limits } from '../port/limits.ts'
import type { FileAnswer } from './call.ts'

/** A browser that shows a download all the same runs nothing in it. */
const SANDBOX = "default-src 'none'; sandbox"

/**
 * Sends a download. The first chunk is read before the status is sent, so that an early error is answered as an
 * envelope.
 */
export async function sendFile(
  reply: FastifyReply,
  { fileName, contentType, body }: FileAnswer,
  { unreadMs }: Pick<Limits, 'unreadMs'>,
): Promise<FastifyReply> {
  const content = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : await startedStream(body)
  endUnread(reply.raw, unreadMs)
  return reply
    .header('content-disposition', disposition(fileName))
    .header('cache-control', 'no-store')
    .header('content-security-policy', SANDBOX)
    .type(contentType)
    .send(content)
}

/**
 * Closes the connection of a client that reads nothing of the answer for `ms`, at the latest for twice as long, which
 * ends the writing of the file. A pause of the server itself does not count.
 */
function endUnread(response: ServerResponse, ms: number): void {
  response.setTimeout(ms, () => {
    if (response.socket && response.socket.writableLength > 0) response.socket.destroy()
  })
}

async function startedStream(body: AsyncIterable<string | Uint8Array>): Promise<Readable> {
  const chunks = body[Symbol.asyncIterator]()
  const first = await chunks.next()
  async function* all() {
    try {
      for (let chunk = first; !chunk.done; chunk = await chunks.next()) yield Buffer.from(chunk.value)
    } finally {
      await chunks.return?.()
    }
  }
  return Readable.from(all(), { objectMode: false })
}

/** Content-Disposition (RFC 6266), with an ASCII name for clients without support for `filename*`. */
function disposition(fileName: string): string {
  const plain = fileName.replace(/[^\w. ()-]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
