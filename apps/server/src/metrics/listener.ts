import { once } from 'node:events'
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import type { MetricsServer as Server } from '../port/module.ts'
import { METRICS_ADDRESS } from './address.ts'
import { openRegistry } from './registry.ts'

/** The port for Prometheus. */
export type MetricsPort = { listen(server: Server): Promise<void>; close(): Promise<void> }

/** Serves `GET /metrics` in Prometheus' text format. */
export function openMetricsPort(): MetricsPort {
  let http: HttpServer | undefined
  return {
    listen: async (server) => {
      http = await listen(server)
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

async function listen(server: Server): Promise<HttpServer> {
  const registry = openRegistry(server)
  const http = createServer((request, response) => {
    answer(registry, request, response).catch((err: unknown) => {
      server.log.warn({ err }, 'the metrics could not be read')
      response.writeHead(503).end()
    })
  })
  http.listen(server.config.metricsPort, METRICS_ADDRESS)
  await once(http, 'listening')
  server.ports.metrics = (http.address() as AddressInfo).port
  return http
}

async function answer(registry: Registry, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url !== '/metrics') {
    response.writeHead(404).end()
    return
  }
  if (request.method !== 'GET') {
    response.writeHead(405, { allow: 'GET' }).end()
    return
  }
  const text = await registry.metrics()
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
}
