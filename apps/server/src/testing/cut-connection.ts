import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Secret } from '../secret/secret.ts'
import { closeAtEnd } from './close.ts'

/** `before`: the statement never reaches PostgreSQL. `after`: it does, and the answer is lost. */
type Cut = { statement: string; when: 'before' | 'after' }

export type CuttingProxy = {
  /** The database, reached through the proxy. */
  url: Secret<string>
  /** Breaks the next connection that sends the statement, once. */
  arm(cut: Cut): void
}

/** A TCP proxy to the database that breaks a connection at a chosen statement. */
export async function cuttingProxy(url: Secret<string>): Promise<CuttingProxy> {
  let armed: Cut | undefined
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connectTo(new URL(url.reveal()))
    let isCut = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('close', () => upstream.end())
    client.on('data', (chunk) => {
      const cut = armed !== undefined && chunk.includes(armed.statement) ? armed : undefined
      if (!cut) return void upstream.write(chunk)
      armed = undefined
      isCut = true
      if (cut.when === 'before') return client.destroy()
      upstream.once('data', () => client.destroy())
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (!isCut) client.write(chunk)
    })
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAtEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const through = new URL(url.reveal())
  through.host = `127.0.0.1:${port}`
  through.search = ''
  return {
    url: new Secret(through.href),
    arm: (cut) => {
      armed = cut
    },
  }
}

function connectTo({ hostname, port }: URL): Socket {
  const host = decodeURIComponent(hostname)
  return host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(Number(port), host)
}
