import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, escapeIdentifier } from 'pg'

/** What a notification tells: ids only, and only as a hint. It may be lost while the connection is renewed. */
export type OnNotice = (payload: string) => void

export type Listener = {
  /** Answers a function that ends the listening. */
  listen(channel: string, onNotice: OnNotice): Promise<() => Promise<void>>
  close(): Promise<void>
}

const RECONNECT_MS = 500

/** LISTEN on one connection of its own, made at the first call and renewed when it breaks. */
export function createListener(makeClient: () => Client, onError: (error: Error) => void): Listener {
  const handlers = new Map<string, Set<OnNotice>>()
  let connection: Promise<Client> | undefined
  let last: Promise<void> = Promise.resolve()
  let closed = false

  async function connect(): Promise<Client> {
    const client = makeClient()
    client.on('notification', ({ channel, payload }) => {
      for (const onNotice of handlers.get(channel) ?? []) onNotice(payload ?? '')
    })
    client.on('error', onError)
    await client.connect()
    for (const channel of handlers.keys()) await client.query(`listen ${escapeIdentifier(channel)}`)
    client.once('end', () => void reconnect())
    return client
  }

  async function reconnect(): Promise<void> {
    connection = undefined
    while (!closed && handlers.size > 0 && connection === undefined) {
      try {
        connection = Promise.resolve(await connect())
      } catch (error) {
        onError(error as Error)
        await sleep(RECONNECT_MS)
      }
    }
  }

  async function send(command: 'listen' | 'unlisten', channel: string): Promise<void> {
    connection ??= connect().catch((error) => {
      connection = undefined
      throw error
    })
    const client = await connection
    await client.query(`${command} ${escapeIdentifier(channel)}`)
  }

  /** One after the other, as they were asked for: a connection executes one statement at a time. */
  function run(command: 'listen' | 'unlisten', channel: string): Promise<void> {
    const done = last.then(() => send(command, channel))
    last = done.catch(() => {})
    return done
  }

  return {
    async listen(channel, onNotice) {
      const others = handlers.get(channel)
      if (others) {
        others.add(onNotice)
      } else {
        handlers.set(channel, new Set([onNotice]))
        await run('listen', channel)
      }
      return async () => {
        const left = handlers.get(channel)
        left?.delete(onNotice)
        if (left?.size !== 0) return
        handlers.delete(channel)
        if (!closed) await run('unlisten', channel)
      }
    },
    async close() {
      closed = true
      const client = await connection?.catch(() => undefined)
      await client?.end()
    },
  }
}
