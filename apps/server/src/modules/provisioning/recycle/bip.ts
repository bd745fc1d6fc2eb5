import { createServer, type Socket, type Server as TcpServer } from 'node:net'
import { tallyPerMinute } from '../../../http/rate-counter.ts'
import { answers, MESSAGE_BYTES, VERSION } from './message.ts'
import type { Server } from './port.ts'
import { type Receiver, receive } from './receive.ts'

/** The port on which Recycle applets send their messages, over the bearer independent protocol of their devices. */
export type Bip = {
  /** @returns the port */
  listen(server: Listening): Promise<number>
  /** Lets the message that is being taken finish. */
  close(): Promise<void>
}

type Listening = Receiver & Pick<Server, 'config'> & { readonly ports: { bip: number } }

const LIMITS = {
  connections: 500,
  /** At once, from one address. */
  connectionsOfAddress: 100,
  /** A minute, from one address: many devices may stand behind one operator's. */
  messages: 600,
  /** A minute, from one address about one profile: an applet sends one, and tries again a few times. */
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
      const tallies = { address: tallyPerMinute(LIMITS.messages), profile: tallyPerMinute(LIMITS.profile) }
      const made = createServer({ allowHalfOpen: true }, (socket) => {
        const isCrowded = [...running.keys()].filter(isFrom(socket.remoteAddress)).length >= LIMITS.connectionsOfAddress
        running.set(socket, isCrowded ? turnAway(socket) : serve(server, socket, tallies))
        socket.once('close', () => running.delete(socket))
      })
      made.maxConnections = LIMITS.connections
      await new Promise<void>((resolve, reject) => {
        made.once('error', reject)
        made.listen(server.config.bipPort, () => resolve())
      })
      listener = made
      server.ports.bip = (made.address() as { port: number }).port
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

/** Whoever holds many connections keeps the others out of none. */
async function turnAway(socket: Socket): Promise<void> {
  socket.on('error', () => socket.destroy())
  leave(socket, answers.later)
}

/** One message after the other, each with its answer; whoever sends anything else is left. */
async function serve(server: Listening, socket: Socket, tallies: Tallies): Promise<void> {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  socket.setTimeout(IDLE_MS, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  let waiting = Buffer.alloc(0)
  let taken = 0
  try {
    // a device that is left may still read its answer
    for await (const piece of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      waiting = Buffer.concat([waiting, piece])
      while (waiting.length > 0) {
        if (waiting[0] !== VERSION) return leave(socket, answers.refused)
        if (waiting.length < MESSAGE_BYTES) break
        const raw = waiting.subarray(0, MESSAGE_BYTES)
        waiting = waiting.subarray(MESSAGE_BYTES)
        taken += 1
        const isTooMuch = taken > LIMITS.messagesOfConnection || !tallies.address(address)
        const about = `${address} ${raw.toString('hex', 1, 11)}`
        if (isTooMuch || !tallies.profile(about)) return leave(socket, answers.later)
        const { answer } = await receive(server, raw, { address, simulated: false })
        if (!socket.destroyed) socket.write(answer)
      }
    }
    socket.end()
  } catch (err) {
    if (!socket.destroyed) {
      server.log.error({ err }, 'a message of an applet could not be taken')
      leave(socket, answers.later)
    }
  }
}

const LEAVE_MS = 1_000

/** A last answer; what comes behind is not read. */
function leave(socket: Socket, answer: Uint8Array): void {
  socket.end(answer)
  socket.resume()
  socket.setTimeout(0)
  setTimeout(() => socket.destroy(), LEAVE_MS).unref()
}
