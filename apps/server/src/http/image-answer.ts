import type { FastifyReply } from 'fastify'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => UUID.test(text)

/**
 * Sends an immutable image. The policy prevents an SVG that is opened as a page from running scripts or loading
 * resources.
 */
export function sendImage(
  reply: FastifyReply,
  image: { content_type: string; content: Buffer } | undefined,
): FastifyReply {
  if (!image) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found.\n')
  return reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('cross-origin-resource-policy', 'cross-origin')
    .type(image.content_type)
    .send(image.content)
}
