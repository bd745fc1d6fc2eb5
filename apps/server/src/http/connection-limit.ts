import type { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { networkOf } from './network.ts'

/** Connections that one address may hold at once. */
export type ConnectionLimits = {
  connections: number
  /** Of these, the ones without a call so far. */
  silentConnections: number
}

/** Of all addresses together; the process has a limited number of file descriptors. */
const CONNECTIONS_AT_MOST = 10_000

type Counts = { open: number; silent: number }

/** Ends connections beyond the limits as they are made, before TLS costs anything. */
export function limitConnections(server: HttpsServer, { connections, silentConnections }: ConnectionLimits): void {
  const byAddress = new Map<string, Counts>()
  const silent = new Map<string, Counts>()
  server.maxConnections = CONNECTIONS_AT_MOST
  server.on('connection', (socket: Socket) => {
    const group = networkOf(socket.remoteAddress ?? '')
    const counts = byAddress.get(group) ?? { open: 0, silent: 0 }
    if (counts.open >= connections || counts.silent >= silentConnections) return void socket.destroy()
    const peer = peerOf(socket)
    byAddress.set(group, counts)
    silent.set(peer, counts)
    counts.open += 1
    counts.silent += 1
    socket.once('close', () => {
      endSilence(silent, peer)
      counts.open -= 1
      if (counts.open === 0) byAddress.delete(group)
    })
  })
  server.on('request', ({ socket }) => endSilence(silent, peerOf(socket)))
}

/** The same for a TLS connection and the TCP connection that carries it. */
const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

function endSilence(silent: Map<string, Counts>, peer: string): void {
  const counts = silent.get(peer)
  if (counts && silent.delete(peer)) counts.silent -= 1
}
