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

/**
 * LISTEN on one connection of its own, made at the first call and renewed when it breaks. While the database cannot be
 * reached, `listen` answers all the same: the channel is listened to as soon as it can be.
 */
export function createListener(makeClient: () => Client, onError: (error: Error) => void): Listener {
  const handlers = new Map<string, Set<OnNotice>>()
  let client: Client | undefined
  let renewing: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()
  let closed = false

  async function connect(): Promise<void> {
    const made = makeClient()
    made.on('notification', ({ channel, payload }) => {
      for (const onNotice of handlers.get(channel) ?? []) onNotice(payload ?? '')
    })
    made.on('error', onError)
    made.once('end', () => {
      if (client !== made) return
      client = undefined
      if (!closed && handlers.size > 0) void renew()
    })
    try {
      await made.connect()
      for (const channel of handlers.keys()) await made.query(`listen ${escapeIdentifier(channel)}`)
      client = made
    } catch (error) {
      await made.end().catch(() => {})
      throw error
    }
  }

  /** Resolves after the first attempt, failed or not; further ones follow on their own. */
  function renew(): Promise<void> {
    renewing ??= connect()
      .catch(async (error: Error) => {
        onError(error)
        void sleep(RECONNECT_MS, undefined, { ref: false }).then(() => {
          if (!closed && client === undefined && handlers.size > 0) void renew()
        })
      })
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  async function send(command: 'listen' | 'unlisten', channel: string): Promise<void> {
    if (closed) return
    if (client === undefined) return command === 'listen' ? await renew() : undefined
    try {
      await client.query(`${command} ${escapeIdentifier(channel)}`)
    } catch (error) {
      // the connection has broken; the next one listens to all channels
      onError(error as Error)
    }
  }

  /** One after the other, as they were asked for: a connection executes one statement at a time. */
  function run(command: 'listen' | 'unlisten', channel: string): Promise<void> {
    last = last.then(() => send(command, channel))
    return last
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
      await renewing
      await client?.end()
    },
  }
}
