import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { type UseMutationResult, useMutation as useTanStackMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ask } from './call.ts'
import { Problem } from './problem.ts'
import { invalidate, queryClient } from './query-client.ts'

export type UseMutationOptions<E extends Endpoint> = {
  /** Runs after the endpoints in `changes` are read again. */
  onSuccess?: (answer: OutputOf<E>, sent: InputOf<E>) => void
  /** Endpoints whose cached answers this call makes stale. */
  changes?: readonly Endpoint[]
  /** The caller shows a failure itself: no error notice. */
  silent?: boolean
}

type Handlers<E extends Endpoint> = {
  onSuccess?: (answer: OutputOf<E>) => void
  onError?: (problem: Problem) => void
}

export type Mutation<E extends Endpoint> = Pick<
  UseMutationResult<OutputOf<E>, Problem, InputOf<E>>,
  'mutateAsync' | 'isPending' | 'isSuccess' | 'data' | 'error' | 'reset'
> & {
  /**
   * Calls the endpoint. TanStack drops handlers given here when the component is unmounted or calls again; these
   * always run, because a row often leaves its list before its own call is done.
   */
  mutate: (sent: InputOf<E>, handlers?: Handlers<E>) => void
}

/** A call that changes something, made when the user asks for it. A failure is shown as a notice unless `silent`. */
export function useMutation<E extends Endpoint>(endpoint: E, options: UseMutationOptions<E> = {}): Mutation<E> {
  const { silent, changes = [], onSuccess } = options
  const mutation = useTanStackMutation<OutputOf<E>, Problem, InputOf<E>>(
    {
      mutationFn: (sent) => ask(endpoint, sent, { silent }),
      onSuccess: async (answer, sent) => {
        await invalidate(changes)
        onSuccess?.(answer, sent)
      },
    },
    queryClient,
  )
  const { mutateAsync } = mutation
  const mutate = useCallback(
    (sent: InputOf<E>, handlers: Handlers<E> = {}) => {
      mutateAsync(sent).then(handlers.onSuccess, (error: unknown) => {
        if (!(error instanceof Problem)) throw error
        handlers.onError?.(error)
      })
    },
    [mutateAsync],
  )
  return { ...mutation, mutate }
}
