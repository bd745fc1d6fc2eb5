import { once } from 'node:events'
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import type { MetricsServer as Server } from '../port/module.ts'
import { ALIVE } from '../runtime/version.ts'
import { METRICS_ADDRESS } from './address.ts'
import { openRegistry } from './registry.ts'

/** The port for Prometheus. */
export type MetricsPort = { listen(server: Server, readiness: AskReadiness): Promise<void>; close(): Promise<void> }

/** What `/readyz` answers. */
type AskReadiness = () => Promise<{ status: 'ready' | 'not ready' }>

/**
 * Serves `GET /metrics` in Prometheus' text format, and `/healthz` and `/readyz` as the portal does, for processes
 * without it.
 */
export function openMetricsPort(): MetricsPort {
  let http: HttpServer | undefined
  return {
    listen: async (server, readiness) => {
      http = await listen(server, readiness)
    },
    close: async () => {
      if (!http) return
      const closed = once(http, 'close')
      http.close()
      http.closeAllConnections()
      await closed
    },
  }
}

async function listen(server: Server, readiness: AskReadiness): Promise<HttpServer> {
  const pages = { registry: openRegistry(server), readiness }
  const http = createServer((request, response) => {
    answer(pages, request, response).catch((err: unknown) => {
      server.log.warn({ err }, 'the metrics could not be read')
      response.writeHead(503).end()
    })
  })
  http.listen(server.config.metricsPort, METRICS_ADDRESS)
  await once(http, 'listening')
  server.ports.metrics = (http.address() as AddressInfo).port
  return http
}

type Pages = { registry: Registry; readiness: AskReadiness }

async function answer(
  { registry, readiness }: Pages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url = '' } = request
  if (!['/metrics', '/healthz', '/readyz'].includes(url)) {
    response.writeHead(404).end()
    return
  }
  if (request.method !== 'GET') {
    response.writeHead(405, { allow: 'GET' }).end()
    return
  }
  if (url === '/healthz') return sendJson(response, 200, ALIVE)
  if (url === '/readyz') {
    const found = await readiness()
    return sendJson(response, found.status === 'ready' ? 200 : 503, found)
  }
  const text = await registry.metrics()
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
