import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { onSessionChange } from '../session/session.ts'
import { ask } from './call.ts'
import { onChange } from './do.ts'
import { Problem } from './problem.ts'

export { useDo } from './do.ts'

/** What the page remembers of the portal's answers; forgotten when a session begins or ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && error instanceof Problem && error.breakdown === 'offline',
    },
  },
})

onSessionChange(() => queryClient.clear())
onChange((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) }))

/** The cache key of a call: derived from the endpoint and what is sent, never written by hand. */
export function keyOf<E extends Endpoint>(endpoint: E, sent?: InputOf<E>): readonly unknown[] {
  return sent === undefined ? [endpoint.path] : [endpoint.path, sent]
}

export type UseAskOptions = {
  /** False: nothing is asked yet. */
  enabled?: boolean
  /** Asks again this often, in the background. */
  pollMs?: number
  /** Shows the answer before while another is asked for (paging, filters). */
  keepPrevious?: boolean
  staleMs?: number
}

/** Asks an endpoint and keeps the answer. The caller shows the failure (`ErrorState`), so there is no notice. */
export function useAsk<E extends Endpoint>(
  endpoint: E,
  sent: InputOf<E>,
  options: UseAskOptions = {},
): UseQueryResult<OutputOf<E>, Problem> {
  const queryKey = keyOf(endpoint, sent)
  return useQuery<OutputOf<E>, Problem>(
    {
      queryKey,
      queryFn: ({ signal }) => {
        const again = options.pollMs !== undefined && queryClient.getQueryData(queryKey) !== undefined
        return ask(endpoint, sent, { signal, silent: true, background: again })
      },
      enabled: options.enabled ?? true,
      refetchInterval: options.pollMs ?? false,
      ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
      ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    },
    queryClient,
  )
}
