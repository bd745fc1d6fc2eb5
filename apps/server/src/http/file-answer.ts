import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileAnswer } from './call.ts'

/** Sends a download. Its first piece is fetched before the status is sent, so that a refusal is still an envelope. */
export async function sendFile(
  reply: FastifyReply,
  { fileName, contentType, body }: FileAnswer,
): Promise<FastifyReply> {
  const content = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : await begun(body)
  return reply
    .header('content-disposition', disposition(fileName))
    .header('cache-control', 'no-store')
    .type(contentType)
    .send(content)
}

async function begun(body: AsyncIterable<string | Uint8Array>): Promise<Readable> {
  const pieces = body[Symbol.asyncIterator]()
  const first = await pieces.next()
  async function* all() {
    try {
      for (let piece = first; !piece.done; piece = await pieces.next()) yield Buffer.from(piece.value)
    } finally {
      await pieces.return?.()
    }
  }
  return Readable.from(all(), { objectMode: false })
}

/** RFC 6266, with a plain name for readers that know no better. */
function disposition(fileName: string): string {
  const plain = fileName.replace(/[^\w. ()-]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
