import type { Socket } from 'node:net'
import type { HttpServer as Server } from '../port/module.ts'
import type { App } from './serve.ts'

/** How often idle connections are closed while the server stops. */
const SWEEP_MS = 100

const silent = new WeakMap<App, Set<Socket>>()

/**
 * Tracks connections without a request so far, which browsers open in advance. When the server begins to stop, each
 * answer closes its connection, so that no client sends its next request on a connection about to close.
 */
export function watchConnections(app: App, { retiring }: Pick<Server, 'retiring'>): void {
  const sockets = new Set<Socket>()
  silent.set(app, sockets)
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.server.on('request', ({ socket }) => sockets.delete(socket))
  app.addHook('onSend', async (_request, reply) => {
    if (retiring.aborted) reply.header('connection', 'close')
  })
}

/**
 * Stops accepting connections, waits up to `finishMs` for running requests, then closes their connections.
 * @returns whether all requests finished in time
 */
export async function stopServing(app: App, finishMs: number): Promise<boolean> {
  let inTime = true
  const sweep = setInterval(() => {
    app.server.closeIdleConnections()
    for (const socket of silent.get(app) ?? []) socket.destroy()
  }, SWEEP_MS)
  const late = setTimeout(() => {
    inTime = false
    app.server.closeAllConnections()
  }, finishMs)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(late)
  }
  return inTime
}
