import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { sessionToken } from '../session/session.ts'
import { Problem } from './problem.ts'
import { headersOf, newRequestId, openEnvelope, transportProblem, urlOf } from './request.ts'
import { eventsIn, type ServerEvent } from './server-event.ts'

/** The server's heart beats every 20 s; after this long in silence the connection is taken for dead. */
const SILENCE_LIMIT_MS = 45_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000

/**
 * The events of an endpoint, as they come; resumes after the last one when the connection breaks, waiting longer each time.
 * Ends when the server says so (an event named `end`, or 204), when the caller stops, or throws when it is refused.
 */
export async function* stream<E extends Endpoint>(
  endpoint: E,
  sent: InputOf<E>,
  options: { signal?: AbortSignal } = {},
): AsyncGenerator<OutputOf<E>, void, undefined> {
  let lastEventId: string | undefined
  let waitMs = FIRST_WAIT_MS
  const stop = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
  try {
    while (!signal.aborted) {
      try {
        for await (const event of connect(urlOf(endpoint, sent), lastEventId, signal)) {
          if (event.name === 'end') return
          lastEventId = event.id ?? lastEventId
          waitMs = FIRST_WAIT_MS
          if (event.data !== '') yield JSON.parse(event.data) as OutputOf<E>
        }
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof Problem && error.transportFailure === undefined && !error.code.startsWith('195'))
          throw error
      }
      await pause(waitMs * (0.75 + Math.random() / 2), signal)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
  } finally {
    stop.abort()
  }
}

async function* connect(
  url: string,
  lastEventId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const requestId = newRequestId()
  const silence = new AbortController()
  const token = sessionToken()
  const response = await fetch(url, {
    headers: {
      ...headersOf({ background: true }, requestId),
      Accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    },
    credentials: 'same-origin',
    signal: AbortSignal.any([signal, silence.signal]),
  })
  if (response.status === 204) return yield { name: 'end', data: '', id: undefined }
  // another session took the place of this one meanwhile: the next connection is made in that
  if (response.status === 401 && token !== sessionToken()) throw transportProblem('offline', requestId)
  if (!response.ok) openEnvelope(await response.text(), requestId, token)
  if (!response.body) throw transportProblem('unreadable', requestId)
  yield* eventsIn(response.body, () => silenceTimer(silence))
}

/** Starts, or starts anew, the watch over a connection. Answers how to stop it. */
function silenceTimer(silence: AbortController): () => void {
  const timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS)
  return () => clearTimeout(timer)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
