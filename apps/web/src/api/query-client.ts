import type { Endpoint, InputOf } from '@simwright/contract/endpoint'
import { QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { setAnswerCache } from './answers-changed.ts'
import { Problem } from './problem.ts'
import { onSessionChange } from './session.ts'

/** Cache of the server's answers; cleared when a session begins or ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      // a call fails at once when the browser is offline, so that the page says so; `useIsOffline` makes it again
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && error instanceof Problem && error.transportFailure === 'offline',
    },
  },
})

onSessionChange(() => queryClient.clear())
setAnswerCache(invalidate)

/** The cache key of a call, derived from the endpoint and its input. */
export function keyOf<E extends Endpoint>(endpoint: E, sent?: InputOf<E>): readonly unknown[] {
  return sent === undefined ? [endpoint.path] : [endpoint.path, sent]
}

/** Loads everything on the page again, and forgets the answers for other pages. */
export async function invalidateAll(): Promise<void> {
  queryClient.removeQueries({ type: 'inactive' })
  await queryClient.invalidateQueries()
}

/** Marks the cached answers of endpoints as stale and loads those on the page again. */
export async function invalidate(endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })))
}

type Page = { items: readonly { id: string }[] } | undefined

/** Replaces a row in all cached pages of a list, if it differs. */
export function updateRow(endpoint: Endpoint, row: { id: string }): void {
  queryClient.setQueriesData<Page>({ queryKey: keyOf(endpoint) }, (page) => {
    const before = page?.items.find(({ id }) => id === row.id)
    if (!page || !before) return page
    const after = replaceEqualDeep(before, row)
    return after === before ? page : { ...page, items: page.items.map((one) => (one === before ? after : one)) }
  })
}
