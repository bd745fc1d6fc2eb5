import type { FastifyInstance } from 'fastify'

/**
 * Answers HTTP status 408 and closes the connection if a request body does not arrive in time, as Node does for
 * headers. Multipart forms are exempt; the request timeout limits them.
 */
export function limitBodyTime(app: FastifyInstance, bodyMs: number): void {
  app.addHook('onRequest', async ({ raw, headers }, reply) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody || headers['content-type']?.startsWith('multipart/')) return
    const timer = setTimeout(() => {
      if (raw.complete || reply.raw.headersSent) return
      raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => raw.socket.destroy())
    }, bodyMs)
    reply.raw.once('close', () => clearTimeout(timer))
  })
}
