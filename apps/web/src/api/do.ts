import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { useCallback, useRef, useState } from 'react'
import { ask } from './call.ts'
import { Problem } from './problem.ts'

export type UseDoOptions<E extends Endpoint> = {
  onDone?: (answer: OutputOf<E>, sent: InputOf<E>) => void
  /** Endpoints whose remembered answers this deed makes old. */
  changes?: readonly Endpoint[]
  /** The caller shows a failure itself: no error notice. */
  silent?: boolean
}

type Handlers<E extends Endpoint> = { onDone?: (answer: OutputOf<E>) => void; onError?: (problem: Problem) => void }

export type Deed<E extends Endpoint> = {
  /** Calls the endpoint; a failure goes to `onError`. */
  mutate: (sent: InputOf<E>, handlers?: Handlers<E>) => void
  /** Calls the endpoint; a failure is thrown. */
  mutateAsync: (sent: InputOf<E>) => Promise<OutputOf<E>>
  isPending: boolean
  isSuccess: boolean
  data: OutputOf<E> | undefined
  error: Problem | null
  reset: () => void
}

type Course<E extends Endpoint> = { isPending: boolean; isSuccess: boolean; data?: OutputOf<E>; error?: Problem | null }

const changeListeners = new Set<(endpoint: Endpoint) => Promise<void>>()

/** Called with each endpoint whose remembered answers a deed has made old; the deed waits for it. */
export function onChange(listener: (endpoint: Endpoint) => Promise<void>): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

/** Makes the remembered answers of endpoints old; those on the page are asked for again. */
export async function tellChanged(endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(endpoints.flatMap((endpoint) => [...changeListeners].map((listener) => listener(endpoint))))
}

/** A deed: calls an endpoint when told to. A failure shows as a notice unless `silent`. */
export function useDo<E extends Endpoint>(endpoint: E, options: UseDoOptions<E> = {}): Deed<E> {
  const [course, setCourse] = useState<Course<E>>({ isPending: false, isSuccess: false })
  const latest = useRef(options)
  latest.current = options
  const mutateAsync = useCallback(
    async (sent: InputOf<E>) => {
      setCourse({ isPending: true, isSuccess: false })
      try {
        const { silent, changes = [] } = latest.current
        const data = await ask(endpoint, sent, { silent })
        await tellChanged(changes)
        setCourse({ isPending: false, isSuccess: true, data })
        latest.current.onDone?.(data, sent)
        return data
      } catch (error) {
        setCourse({ isPending: false, isSuccess: false, error: error instanceof Problem ? error : null })
        throw error
      }
    },
    [endpoint],
  )
  const mutate = useCallback(
    (sent: InputOf<E>, handlers: Handlers<E> = {}) => {
      mutateAsync(sent).then(handlers.onDone, (error: unknown) => {
        if (!(error instanceof Problem)) throw error
        handlers.onError?.(error)
      })
    },
    [mutateAsync],
  )
  const reset = useCallback(() => setCourse({ isPending: false, isSuccess: false }), [])
  return { mutate, mutateAsync, reset, data: undefined, error: null, ...course }
}
