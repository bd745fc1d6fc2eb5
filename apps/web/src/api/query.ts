import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { keepPreviousData, replaceEqualDeep, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ask } from './call.ts'
import type { Problem } from './problem.ts'
import { keyOf, queryClient } from './query-client.ts'

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
      structuralSharing: keepRows,
      ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
      ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    },
    queryClient,
  )
}

type Rows = { items?: readonly { id?: unknown }[] } | undefined

/** What is the same in both answers stays the same object; a row also where others have come before it. */
function keepRows(before: unknown, after: unknown): unknown {
  const [old, fresh] = [(before as Rows)?.items, (after as Rows)?.items]
  if (!Array.isArray(old) || !Array.isArray(fresh)) return replaceEqualDeep(before, after)
  if (fresh.every(({ id }, place) => id === old[place]?.id)) return replaceEqualDeep(before, after)
  const known = new Map(old.map((row) => [row.id, row]))
  const items = fresh.map((row) => (row.id === undefined ? row : (known.get(row.id) ?? row)))
  return replaceEqualDeep({ ...(before as object), items }, after)
}
