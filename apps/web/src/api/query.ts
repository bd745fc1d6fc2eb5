import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { keepPreviousData, replaceEqualDeep, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ask } from './call.ts'
import type { Problem } from './problem.ts'
import { keyOf, queryClient } from './query-client.ts'
import { isSignedIn } from './session.ts'

export type UseAskOptions = {
  /** False: does not call the endpoint. */
  enabled?: boolean
  /** Interval at which the endpoint is called again, in the background. */
  pollMs?: number
  /** Keeps the previous answer while the next one loads (paging, filters). */
  keepPrevious?: boolean
  staleMs?: number
}

/** Calls an endpoint and caches the answer. Shows no notice of a failure; the caller shows it (`ErrorState`). */
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
        const background = options.pollMs !== undefined && queryClient.getQueryData(queryKey) !== undefined
        return ask(endpoint, sent, { signal, silent: true, background })
      },
      // a page that is left because the session ended calls nothing more
      enabled: () => (options.enabled ?? true) && (endpoint.access === 'public' || isSignedIn()),
      refetchInterval: options.pollMs ?? false,
      structuralSharing: reuseRows,
      ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
      ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    },
    queryClient,
  )
}

/** Caches the answer for a component that is not mounted yet, unless the cached one is younger than `staleMs`. */
export async function loadAnswer<E extends Endpoint>(endpoint: E, sent: InputOf<E>, staleMs: number): Promise<void> {
  await queryClient.prefetchQuery({
    queryKey: keyOf(endpoint, sent),
    queryFn: ({ signal }) => ask(endpoint, sent, { signal, silent: true }),
    staleTime: staleMs,
  })
}

type Rows = { items?: readonly { id?: unknown }[] } | undefined

/** Reuses the objects of the old answer that are equal in the new one; rows are matched by id, wherever they moved. */
function reuseRows(before: unknown, after: unknown): unknown {
  const [old, current] = [(before as Rows)?.items, (after as Rows)?.items]
  if (!Array.isArray(old) || !Array.isArray(current)) return replaceEqualDeep(before, after)
  if (current.every(({ id }, index) => id === old[index]?.id)) return replaceEqualDeep(before, after)
  const known = new Map(old.map((row) => [row.id, row]))
  const items = current.map((row) => (row.id === undefined ? row : (known.get(row.id) ?? row)))
  return replaceEqualDeep({ ...(before as object), items }, after)
}
