import { createServer, type Socket, type Server as TcpServer } from 'node:net'
import { parseIpAddress } from '../../../http/ip-address.ts'
import { perMinuteLimiter } from '../../../http/rate-counter.ts'
import type { RecycleServer as Server } from '../../../port/module.ts'
import { answers, MESSAGE_BYTES, VERSION } from './message.ts'
import { type Receiver, receive } from './receive.ts'

/**
 * The TCP port that receives messages of Recycle applets over the Bearer Independent Protocol (BIP) of their devices.
 */
export type Bip = {
  /** @returns the port */
  listen(server: BipServer): Promise<number>
  /** Waits until messages in progress are processed, for at most `FINISH_MS`. */
  close(): Promise<void>
}

type BipServer = Receiver & Pick<Server, 'config'> & { readonly ports: { bip: number } }

const LIMITS = {
  connections: 500,
  /** Concurrent connections from one address. */
  connectionsOfAddress: 100,
  /** Per minute from one address: many devices may share an operator's NAT address. */
  messages: 600,
  /** Per minute from one address about one profile: an applet sends one message and retries a few times. */
  profile: 20,
  messagesOfConnection: 16,
} as const
const IDLE_MS = 15_000
const FINISH_MS = 3_000

type Tallies = { address: (key: string) => boolean; profile: (key: string) => boolean }

export function openBip(): Bip {
  let listener: TcpServer | undefined
  const running = new Map<Socket, Promise<void>>()
  return {
    async listen(server) {
      const tallies = { address: perMinuteLimiter(LIMITS.messages), profile: perMinuteLimiter(LIMITS.profile) }
      const opened = createServer({ allowHalfOpen: true }, (socket) => {
        const isCrowded = [...running.keys()].filter(isFrom(socket.remoteAddress)).length >= LIMITS.connectionsOfAddress
        running.set(socket, isCrowded ? refuseConnection(socket) : serve(server, socket, tallies))
        socket.once('close', () => running.delete(socket))
      })
      opened.maxConnections = LIMITS.connections
      await new Promise<void>((resolve, reject) => {
        opened.once('error', reject)
        opened.listen(server.config.bipPort, () => resolve())
      })
      listener = opened
      server.ports.bip = (opened.address() as { port: number }).port
      return server.ports.bip
    },
    async close() {
      const closed = new Promise<void>((resolve) => (listener ? listener.close(() => resolve()) : resolve()))
      for (const socket of running.keys()) socket.end()
      const end = setTimeout(() => {
        for (const socket of running.keys()) socket.destroy()
      }, FINISH_MS)
      await Promise.all(running.values())
      await closed
      clearTimeout(end)
    },
  }
}

const isFrom = (address: string | undefined) => (socket: Socket) => socket.remoteAddress === address

/** Refuses a connection over the limit of its address, so that one address cannot use up all connections. */
async function refuseConnection(socket: Socket): Promise<void> {
  socket.on('error', () => socket.destroy())
  closeWith(socket, answers.later)
}

/**
 * Processes messages in order and answers each. Closes the connection at the first byte that is not a message's
 * version.
 */
async function serve(server: BipServer, socket: Socket, tallies: Tallies): Promise<void> {
  const address = parseIpAddress(socket.remoteAddress ?? '') ?? ''
  socket.setTimeout(IDLE_MS, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  let waiting = Buffer.alloc(0)
  let received = 0
  try {
    // not destroyed on return, so that the device can still read the last answer
    for await (const piece of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      waiting = Buffer.concat([waiting, piece])
      while (waiting.length > 0) {
        if (waiting[0] !== VERSION) return closeWith(socket, answers.refused)
        if (waiting.length < MESSAGE_BYTES) break
        const raw = waiting.subarray(0, MESSAGE_BYTES)
        waiting = waiting.subarray(MESSAGE_BYTES)
        received += 1
        const isTooMuch = received > LIMITS.messagesOfConnection || !tallies.address(address)
        const addressAndIccid = `${address} ${raw.toString('hex', 1, 11)}`
        if (isTooMuch || !tallies.profile(addressAndIccid)) return closeWith(socket, answers.later)
        const { answer } = await receive(server, raw, { address, simulated: false })
        if (!socket.destroyed) socket.write(answer)
      }
    }
    socket.end()
  } catch (err) {
    if (!socket.destroyed) {
      server.log.error({ err }, 'a message of an applet could not be processed')
      closeWith(socket, answers.later)
    }
  }
}

const LINGER_MS = 1_000

/** Sends a last answer and closes; further input is discarded. */
function closeWith(socket: Socket, answer: Uint8Array): void {
  socket.end(answer)
  socket.resume()
  socket.setTimeout(0)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
