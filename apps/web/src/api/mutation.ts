import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { useCallback, useRef, useState } from 'react'
import { useStableCallback } from '../base/stable-callback.ts'
import { answersChanged } from './answers-changed.ts'
import { ask } from './call.ts'
import { Problem } from './problem.ts'

type TaskOptions<In, Out> = {
  /** Runs after the endpoints in `changes` have been loaded again. */
  onSuccess?: (answer: Out, sent: In) => void
  /** Endpoints whose cached answers become stale. */
  changes?: readonly Endpoint[]
}

type Handlers<Out> = { onSuccess?: (answer: Out) => void; onError?: (problem: Problem) => void }

/** How far the last start has come: `isPending` until `onSuccess` has run. */
type Progress<Out> = { isPending: boolean; isSuccess: boolean; data: Out | undefined; error: Problem | null }

export type Task<In, Out> = Progress<Out> & {
  /** Starts the work and returns its result. */
  mutateAsync: (sent: In) => Promise<Out>
  /**
   * Starts the work. The handlers also run when the component is unmounted or has started again: a row often leaves its
   * list before its call returns.
   */
  mutate: (sent: In, handlers?: Handlers<Out>) => void
  /** Forgets the last start: a later end of it changes nothing here. */
  reset: () => void
}

export type MutationOptions<E extends Endpoint> = TaskOptions<InputOf<E>, OutputOf<E>> & {
  /** Shows no notice of a failure, because the caller shows it. */
  silent?: boolean
}

/** A call that changes data, started with `mutate`. A failure is shown as a notice unless `silent`. */
export function useMutation<E extends Endpoint>(endpoint: E, { silent, ...options }: MutationOptions<E> = {}) {
  return useTask((sent: InputOf<E>): Promise<OutputOf<E>> => ask(endpoint, sent, { silent }), options)
}

const idle = { isPending: false, isSuccess: false, data: undefined, error: null }

/**
 * `useMutation` for work other than one call of `ask` (a file, a passkey). Its calls show their own failures. What was
 * sent, which may be a password, is not kept.
 */
export function useTask<In = void, Out = unknown>(
  work: (sent: In) => Promise<Out>,
  { changes = [], onSuccess }: TaskOptions<In, Out> = {},
): Task<In, Out> {
  const [progress, setProgress] = useState<Progress<Out>>(idle)
  const lastStart = useRef(0)
  const begin = useStableCallback(work)
  const finish = useStableCallback(async (answer: Out, sent: In) => {
    await answersChanged(changes)
    onSuccess?.(answer, sent)
  })
  const mutateAsync = useCallback(
    async (sent: In) => {
      const start = ++lastStart.current
      const show = (next: Partial<Progress<Out>>) => start === lastStart.current && setProgress({ ...idle, ...next })
      show({ isPending: true })
      try {
        const data = await begin(sent)
        await finish(data, sent)
        show({ isSuccess: true, data })
        return data
      } catch (error) {
        show({ error: error as Problem })
        throw error
      }
    },
    [begin, finish],
  )
  const mutate = useCallback(
    (sent: In, handlers: Handlers<Out> = {}) => {
      mutateAsync(sent).then(handlers.onSuccess, (error: unknown) => {
        if (!(error instanceof Problem)) throw error
        handlers.onError?.(error)
      })
    },
    [mutateAsync],
  )
  const reset = useCallback(() => {
    lastStart.current += 1
    setProgress(idle)
  }, [])
  return { ...progress, mutate, mutateAsync, reset }
}
