import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ask } from './call.ts'
import type { Problem } from './problem.ts'
import { keyOf, queryClient } from './query-client.ts'

type Page = { items: readonly unknown[]; next: string | null }
type ItemOf<E> = OutputOf<E> extends { items: readonly (infer Item)[] } ? Item : never

/** The items loaded so far, and a function that loads more. */
export type Pages<Item> = {
  items: readonly Item[] | undefined
  /** Loads the next page; undefined at the end of the list. */
  more: (() => void) | undefined
  isReadingMore: boolean
  problem: Problem | null
  refresh: () => void
}

/** Loads an endpoint that returns `{items, next}` page by page, for lists without a total: timelines, batch rows. */
export function usePages<E extends Endpoint>(
  endpoint: E,
  sent: InputOf<E>,
  options: { pollMs?: number } = {},
): Pages<ItemOf<E>> {
  const queryKey = [...keyOf(endpoint, sent), 'pages']
  const answer = useInfiniteQuery(
    {
      queryKey,
      initialPageParam: undefined as string | undefined,
      queryFn: async ({ pageParam, signal }) => {
        const background = options.pollMs !== undefined && queryClient.getQueryData(queryKey) !== undefined
        const input = { ...(sent as object), ...(pageParam === undefined ? {} : { cursor: pageParam }) }
        return (await ask(endpoint, input as InputOf<E>, { signal, silent: true, background })) as Page
      },
      getNextPageParam: (last) => last.next ?? undefined,
      refetchInterval: options.pollMs ?? false,
    },
    queryClient,
  )
  return {
    items: answer.data?.pages.flatMap((page) => page.items) as readonly ItemOf<E>[] | undefined,
    more: answer.hasNextPage ? () => void answer.fetchNextPage() : undefined,
    isReadingMore: answer.isFetchingNextPage,
    problem: answer.error as Problem | null,
    refresh: () => void answer.refetch(),
  }
}
