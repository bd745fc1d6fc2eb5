import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { type UseMutationResult, useMutation as useTanStackMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ask } from './call.ts'
import { Problem } from './problem.ts'
import { invalidate, queryClient } from './query-client.ts'

type TaskOptions<In, Out> = {
  /** Runs after the endpoints in `changes` have been loaded again. */
  onSuccess?: (answer: Out, sent: In) => void
  /** Endpoints whose cached answers become stale. */
  changes?: readonly Endpoint[]
}

type Handlers<Out> = { onSuccess?: (answer: Out) => void; onError?: (problem: Problem) => void }

type Task<In, Out> = Pick<
  UseMutationResult<Out, Problem, In>,
  'mutateAsync' | 'isPending' | 'isSuccess' | 'data' | 'error' | 'reset'
> & {
  /**
   * Starts the work. Unlike TanStack's, these handlers also run when the component is unmounted or has started again: a
   * row often leaves its list before its call returns.
   */
  mutate: (sent: In, handlers?: Handlers<Out>) => void
}

export type MutationOptions<E extends Endpoint> = TaskOptions<InputOf<E>, OutputOf<E>> & {
  /** Shows no notice of a failure, because the caller shows it. */
  silent?: boolean
}

/** A call that changes data, started with `mutate`. A failure is shown as a notice unless `silent`. */
export function useMutation<E extends Endpoint>(endpoint: E, { silent, ...options }: MutationOptions<E> = {}) {
  return useTask((sent: InputOf<E>): Promise<OutputOf<E>> => ask(endpoint, sent, { silent }), options)
}

/** `useMutation` for work other than one call of `ask` (a file, a passkey). Its calls show their own failures. */
export function useTask<In = void, Out = unknown>(
  work: (sent: In) => Promise<Out>,
  { changes = [], onSuccess }: TaskOptions<In, Out> = {},
): Task<In, Out> {
  const mutation = useTanStackMutation<Out, Problem, In>(
    {
      mutationFn: work,
      onSuccess: async (answer, sent) => {
        await invalidate(changes)
        onSuccess?.(answer, sent)
      },
    },
    queryClient,
  )
  const { mutateAsync } = mutation
  const mutate = useCallback(
    (sent: In, handlers: Handlers<Out> = {}) => {
      mutateAsync(sent).then(handlers.onSuccess, (error: unknown) => {
        if (!(error instanceof Problem)) throw error
        handlers.onError?.(error)
      })
    },
    [mutateAsync],
  )
  return { ...mutation, mutate }
}
