import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A load balancer on loopback: gives each connection to the next server that accepts it. */
export type Balancer = { port: number; add(port: number): void; close(): Promise<void> }

export async function openBalancer(): Promise<Balancer> {
  const ports: number[] = []
  const open = new Set<Socket>()
  let turn = 0
  const listener = createServer(async (client) => {
    open.add(client)
    client.on('error', () => {}).on('close', () => open.delete(client))
    turn += 1
    for (let tries = 0; tries < ports.length; tries += 1) {
      const server = await connected(ports[(turn + tries) % ports.length]!)
      if (!server) continue
      open.add(server)
      server.on('error', () => {}).on('close', () => open.delete(server))
      client.on('close', () => server.destroy())
      server.on('close', () => client.destroy())
      client.pipe(server).pipe(client)
      return
    }
    client.destroy()
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    add: (port) => void ports.push(port),
    close: async () => {
      const closed = once(listener, 'close')
      listener.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

async function connected(port: number): Promise<Socket | undefined> {
  const socket = connect(port, '127.0.0.1')
  return await once(socket, 'connect').then(
    () => socket,
    () => undefined,
  )
}
