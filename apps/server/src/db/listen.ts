import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, escapeIdentifier } from 'pg'

/** Receives the payload of a notification: an ID. Notifications are lost while the connection is renewed. */
export type OnNotice = (payload: string) => void

export type Listener = {
  /** @returns a function that stops listening */
  listen(channel: string, onNotice: OnNotice): Promise<() => Promise<void>>
  close(): Promise<void>
}

const RECONNECT_MS = 500

type Handlers = Map<string, Set<OnNotice>>

function notify(client: Client, handlers: Handlers): void {
  client.on('notification', ({ channel, payload }) => {
    for (const onNotice of handlers.get(channel) ?? []) onNotice(payload ?? '')
  })
}

/**
 * Connects, and listens to all channels. `onOpen` is called in the same step as the last look at the channels, so that
 * none is missed that is added meanwhile. @throws after closing the connection
 */
async function open(client: Client, handlers: Handlers, onOpen: () => void): Promise<void> {
  try {
    await client.connect()
    for (const channel of handlers.keys()) await client.query(`listen ${escapeIdentifier(channel)}`)
    onOpen()
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Ends a connection that broke or whose standby refused; the next one listens to all channels. */
async function execute(client: Client, statement: string, onError: (error: Error) => void): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    onError(error as Error)
    await client.end()
  }
}

/** @param run notifies the database which channels are listened to: those with at least one handler */
function listenIn(
  handlers: Handlers,
  run: (command: 'listen' | 'unlisten', channel: string) => Promise<void>,
): Listener['listen'] {
  return async (channel, onNotice) => {
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
      await run('unlisten', channel)
    }
  }
}

/**
 * LISTEN on a dedicated connection, opened at the first call and renewed when it breaks. If the database is
 * unreachable, `listen` still resolves, and the channel is listened to once the connection is back.
 */
export function createListener(makeClient: () => Client, onError: (error: Error) => void): Listener {
  const handlers: Handlers = new Map()
  let client: Client | undefined
  let renewing: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()
  let closed = false

  async function connect(): Promise<void> {
    const next = makeClient()
    notify(next, handlers)
    next.on('error', onError)
    next.once('end', () => {
      if (client !== next) return
      client = undefined
      if (!closed && handlers.size > 0) void renew()
    })
    await open(next, handlers, () => {
      client = next
    })
  }

  /** Resolves after the first attempt, even if it failed; retries follow in the background. */
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
    await execute(client, `${command} ${escapeIdentifier(channel)}`, onError)
  }

  /** Runs commands in order: a connection executes one statement at a time. */
  function run(command: 'listen' | 'unlisten', channel: string): Promise<void> {
    last = last.then(() => send(command, channel))
    return last
  }

  return {
    listen: listenIn(handlers, run),
    async close() {
      closed = true
      await renewing
      await client?.end()
    },
  }
}
