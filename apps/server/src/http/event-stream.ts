import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@simwright/contract'
import type { FastifyReply } from 'fastify'
import type { HttpServer as Server } from '../port/module.ts'
import { checkOutput } from './answer.ts'

const HEARTBEAT_MS = 20_000

/** How long to wait for the first event or a refusal before the headers are sent. */
const REFUSAL_MS = 250

type Stream = {
  events: AsyncIterable<unknown>
  endpoint: Endpoint
  /** The event as the caller may see it. */
  shown: (event: unknown) => unknown
  /** Aborted when the client disconnects, the session ends or the server stops; ends the source. */
  stop: AbortController
  /** Called at each heartbeat; throws if the session has ended. */
  stillAdmitted: () => Promise<unknown>
}

/**
 * Sends server-sent events: `id:` counts from 1, `data:` is JSON, a comment every 20 s as heartbeat, and an event
 * `end` when the source is exhausted. A stream without `end` broke, and the client reconnects. If the source throws
 * before its first event, the error is answered as an envelope.
 */
export async function sendEvents(server: Server, reply: FastifyReply, stream: Stream): Promise<FastifyReply> {
  const endOfServer = server.stopping
  const stopNow = () => stream.stop.abort()
  endOfServer.addEventListener('abort', stopNow, { once: true })
  reply.raw.once('close', () => {
    endOfServer.removeEventListener('abort', stopNow)
    stopNow()
  })
  if (endOfServer.aborted) stopNow()
  const source = stream.events[Symbol.asyncIterator]()
  const first = source.next()
  first.catch(() => {})
  await Promise.race([first, sleep(REFUSAL_MS, undefined, { ref: false })])
  const frames = framesOf({ ...stream, source, first }, (error) =>
    server.log.error({ err: error, requestId: reply.request.id }, 'a stream broke'),
  )
  return reply
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(frames, { objectMode: false }))
}

type StartedStream = Stream & { source: AsyncIterator<unknown>; first: Promise<IteratorResult<unknown>> }

async function* framesOf(stream: StartedStream, onError: (error: unknown) => void): AsyncGenerator<Buffer> {
  const { source, first, endpoint, shown, stop, stillAdmitted } = stream
  let id = 0
  let pending: Promise<IteratorResult<unknown>> | undefined = first
  yield Buffer.from(': welcome\n\n')
  try {
    while (!stop.signal.aborted) {
      pending ??= source.next()
      const next = await eventOrPause(pending, stop.signal)
      if (next === 'pause') {
        await stillAdmitted()
        yield Buffer.from(': still here\n\n')
      } else {
        pending = undefined
        if (stop.signal.aborted) return
        if (next.done) return yield Buffer.from('event: end\ndata:\n\n')
        id += 1
        yield Buffer.from(`id: ${id}\ndata: ${JSON.stringify(shown(checkOutput(endpoint, next.value)))}\n\n`)
      }
    }
  } catch (error) {
    if (!(error as { kind?: string }).kind?.startsWith('session_')) onError(error)
  } finally {
    stop.abort()
    pending?.catch(() => {})
    void Promise.resolve(source.return?.()).catch(onError)
  }
}

/** The next event, or `pause` after the heartbeat interval; aborting ends the wait at once. */
async function eventOrPause(
  pending: Promise<IteratorResult<unknown>>,
  signal: AbortSignal,
): Promise<IteratorResult<unknown> | 'pause'> {
  const wait = Promise.withResolvers<IteratorResult<unknown> | 'pause'>()
  const timer = setTimeout(() => wait.resolve('pause'), HEARTBEAT_MS)
  const onStop = () => wait.resolve({ done: true, value: undefined })
  signal.addEventListener('abort', onStop, { once: true })
  pending.then(wait.resolve, wait.reject)
  try {
    return await wait.promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onStop)
  }
}
