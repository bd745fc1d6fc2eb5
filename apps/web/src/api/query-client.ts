import type { Endpoint, InputOf } from '@simwright/contract/endpoint'
import { QueryClient } from '@tanstack/react-query'
import { onSessionChange } from '../session/session.ts'
import { Problem } from './problem.ts'

/** The cache of the portal's answers; cleared when a session begins or ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && error instanceof Problem && error.transportFailure === 'offline',
    },
    // an offline call fails at once instead of waiting; what was sent, a password too, is forgotten with its form
    mutations: { networkMode: 'always', gcTime: 0 },
  },
})

onSessionChange(() => queryClient.clear())

/** The cache key of a call: derived from the endpoint and what is sent, never written by hand. */
export function keyOf<E extends Endpoint>(endpoint: E, sent?: InputOf<E>): readonly unknown[] {
  return sent === undefined ? [endpoint.path] : [endpoint.path, sent]
}

/** Marks the cached answers of endpoints as stale; those on the page are read again. */
export async function invalidate(endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })))
}
