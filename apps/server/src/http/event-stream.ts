import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@simwright/contract'
import type { FastifyReply } from 'fastify'
import { checkOutput } from './answer.ts'
import type { Server } from './port.ts'

const HEARTBEAT_MS = 20_000

/** A source that refuses does so at once; one that waits for its first event is not waited for. */
const REFUSAL_MS = 250

type Stream = {
  events: AsyncIterable<unknown>
  endpoint: Endpoint
  /** Aborted when the client has gone, the session has ended or the server stops: the source then ends. */
  stop: AbortController
  /** Asked with each heartbeat; throws when the session has ended. */
  stillAdmitted: () => Promise<unknown>
}

/**
 * Sends events as they come (`id:` counts from 1, `data:` is JSON), a comment each 20 s, and an event `end` when the source
 * is exhausted; a stream that ends without it broke, and its reader comes again. What the source refuses at once is an
 * envelope like any refusal.
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

type Begun = Stream & { source: AsyncIterator<unknown>; first: Promise<IteratorResult<unknown>> }

async function* framesOf(stream: Begun, onError: (error: unknown) => void): AsyncGenerator<Buffer> {
  const { source, first, endpoint, stop, stillAdmitted } = stream
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
        yield Buffer.from(`id: ${id}\ndata: ${JSON.stringify(checkOutput(endpoint, next.value))}\n\n`)
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

/** The next event, or `pause` after a heartbeat's time; a stop ends the wait at once. */
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
