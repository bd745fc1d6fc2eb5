import type { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { ConnectionLimits } from '../port/limits.ts'
import { networkOf } from './network.ts'

/** For all addresses together, because file descriptors are limited. */
const MAX_CONNECTIONS = 10_000

type Counts = { open: number; silent: number }

/** Closes connections beyond the limits when they are opened, before the TLS handshake. */
export function limitConnections(server: HttpsServer, { connections, silentConnections }: ConnectionLimits): void {
  const byAddress = new Map<string, Counts>()
  const silent = new Map<string, Counts>()
  server.maxConnections = MAX_CONNECTIONS
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

/** A key that is the same for a TLS socket and its underlying TCP socket. */
const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

function endSilence(silent: Map<string, Counts>, peer: string): void {
  const counts = silent.get(peer)
  if (counts && silent.delete(peer)) counts.silent -= 1
}
