import type { Socket } from 'node:net'
import type { Server } from './port.ts'
import type { App } from './serve.ts'

/** Connections that are kept alive are ended this often while the server stops. */
const SWEEP_MS = 100

const silent = new WeakMap<App, Set<Socket>>()

/**
 * Records which connections have asked nothing yet: browsers open some ahead of time. When the server is asked to stop,
 * each answer ends its connection, so that no client sends its next call into a closing one.
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
 * Accepts nothing new, lets what runs finish for `finishMs`, then cuts it off.
 * @returns whether everything finished by itself.
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
