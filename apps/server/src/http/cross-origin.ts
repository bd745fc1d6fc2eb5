import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Sandboxed pages, such as the API reference, have this origin. */
const SANDBOXED = 'null'

/** The headers that programs send. */
const SENT =
  'authorization, content-type, x-dry-run, x-request-id, x-timestamp, x-time-zone, accesskey, timestamp, requestid, signature'
/** The headers of answers that programs read, beyond those that every page may read. */
const READ = 'ratelimit, ratelimit-policy, retry-after, x-request-id'
const PREFLIGHT_SECONDS = '600'

/**
 * Lets sandboxed pages make the calls that programs authenticate themselves (route option `forPrograms`), without cookies
 * and without a session. All other calls stay closed to pages of other origins.
 */
export function letReferenceCall(app: FastifyInstance, hasSession: (request: FastifyRequest) => boolean): void {
  const open = new Set<string>()
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.forPrograms) for (const one of [method].flat()) open.add(`${one} ${url}`)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.origin !== SANDBOXED || !request.routeOptions.config.forPrograms) return
    reply.header('vary', 'Origin')
    if (hasSession(request)) return
    reply.headers({ 'access-control-allow-origin': SANDBOXED, 'access-control-expose-headers': READ })
  })
  app.options('/api/*', async (request, reply) => {
    const { origin, 'access-control-request-method': method } = request.headers
    const path = request.url.split('?', 1)[0]
    if (origin !== SANDBOXED || !open.has(`${method} ${path}`)) return reply.callNotFound()
    return await reply
      .code(204)
      .headers({
        vary: 'Origin',
        'access-control-allow-origin': SANDBOXED,
        'access-control-allow-methods': String(method),
        'access-control-allow-headers': SENT,
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Programs authenticate this call by a key or signature of their own. */
    forPrograms?: boolean
  }
}
