import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { Problem } from './problem.ts'
import { headersOf, newRequestId, openEnvelope, transportProblem, urlOf } from './request.ts'
import { eventsIn, type ServerEvent } from './server-event.ts'
import { sessionToken } from './session.ts'

/** The server sends a heartbeat every 20 s; a connection silent for this long is considered dead. */
const SILENCE_LIMIT_MS = 45_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000

/**
 * Yields the events of an endpoint. Reconnects after the last event with growing delays when the connection breaks.
 * Ends when the server sends an event named `end` or 204, or when `signal` aborts. @throws Problem when the server
 * refuses
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
  // another session has replaced this one: reconnect with its token
  if (response.status === 401 && token !== sessionToken()) throw transportProblem('offline', requestId)
  if (!response.ok) openEnvelope(await response.text(), requestId, token)
  if (!response.body) throw transportProblem('unreadable', requestId)
  yield* eventsIn(response.body, () => silenceTimer(silence))
}

/** Aborts the connection after `SILENCE_LIMIT_MS`. Returns a function that cancels the timer. */
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
