import type { FastifyInstance } from 'fastify'
import type { HttpServer as Server } from '../port/module.ts'
import { countCall, HTTP_CALL } from '../runtime/metrics.ts'
import { clockSkewMs, pathForLog } from './request.ts'

const QUIET = /^\/(healthz|readyz|assets\/|icon\.svg|boot\.js)/

/** Counts requests, and logs one line per request: method, path, status, duration, IDs; never the query or body. */
export function logRequests(app: FastifyInstance, server: Pick<Server, 'log' | 'clock' | 'metrics'>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    countCall(server.metrics.timer(HTTP_CALL, labels), reply.elapsedTime)
    const path = pathForLog(request.url)
    const skewMs = clockSkewMs(request, server.clock.now())
    const line = {
      requestId: request.id,
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.client.address,
      ...(request.who ? { userId: request.who.userId, enterpriseId: request.who.enterpriseId } : {}),
      ...(request.who?.key ? { keyId: request.who.key.id } : {}),
      ...(skewMs === undefined ? {} : { clockSkewMs: skewMs }),
    }
    if (QUIET.test(path)) server.log.debug(line, 'request')
    else server.log.info(line, 'request')
  })
}
