import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
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
): Promise<FastifyReply> {
  const content = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : await startedStream(body)
  return reply
    .header('content-disposition', disposition(fileName))
    .header('cache-control', 'no-store')
    .header('content-security-policy', SANDBOX)
    .type(contentType)
    .send(content)
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
