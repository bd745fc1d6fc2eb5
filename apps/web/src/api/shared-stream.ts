import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { useEffect, useEffectEvent } from 'react'
import { showProblem } from './call.ts'
import { stream } from './stream.ts'
import { visitToken } from './visit.ts'

type Message<E extends Endpoint> = { event: OutputOf<E> } | { end: true }

type Listener<E extends Endpoint> = { signal: AbortSignal; onEvent: (event: OutputOf<E>) => void }

/**
 * Reads a stream once for all tabs of the browser: the tab that holds the lock reads it and broadcasts the events to
 * the others; when it closes, another tab takes over. Ends when the stream ends.
 */
export async function shareStream<E extends Endpoint>(
  endpoint: E,
  sent: InputOf<E>,
  listener: Listener<E>,
): Promise<void> {
  // a visit has a session of its own, and shares no stream with the tabs of the staff member
  const name = `simwright.stream ${visitToken() ?? ''}${endpoint.path} ${JSON.stringify(sent ?? {})}`
  const ended = new AbortController()
  const signal = AbortSignal.any([listener.signal, ended.signal])
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<Message<E>>) => {
    if ('end' in data) ended.abort()
    else if (!signal.aborted) listener.onEvent(data.event)
  }
  const read = async () => {
    for await (const event of stream(endpoint, sent, { signal })) {
      channel.postMessage({ event } satisfies Message<E>)
      listener.onEvent(event)
    }
    if (!signal.aborted) channel.postMessage({ end: true } satisfies Message<E>)
  }
  try {
    await (navigator.locks ? navigator.locks.request(name, { signal }, read) : read())
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    channel.close()
  }
}

type UseStreamOptions<E extends Endpoint> = {
  enabled?: boolean
  onEvent: (event: OutputOf<E>) => void
  /** Called when the server ends the stream. */
  onEnd?: () => void
}

/** Receives the events of an endpoint while the component is mounted. */
export function useStream<E extends Endpoint>(endpoint: E, sent: InputOf<E>, options: UseStreamOptions<E>): void {
  const onEvent = useEffectEvent(options.onEvent)
  const onEnd = useEffectEvent(() => options.onEnd?.())
  const isOn = options.enabled ?? true
  const input = JSON.stringify(sent ?? {})
  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    shareStream(endpoint, JSON.parse(input) as InputOf<E>, { signal: stop.signal, onEvent })
      .then(() => stop.signal.aborted || onEnd())
      .catch(showProblem)
    return () => stop.abort()
  }, [endpoint, input, isOn])
}
