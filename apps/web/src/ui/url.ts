import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Record<string, string | undefined>

/** What lies over a page and leaves it as it is: help, feedback, the tour. */
const OVERLAYS = ['help', 'feedback', 'tour'] as const

/** Whether two addresses show the same page, whatever lies over it. */
export function isSamePage(one: Place, other: Place): boolean {
  return one.pathname === other.pathname && JSON.stringify(underOf(one)) === JSON.stringify(underOf(other))
}

type Place = { pathname: string; search: unknown }

const underOf = ({ search }: Place) =>
  Object.entries((search ?? {}) as Search)
    .filter(([name, value]) => value !== undefined && !(OVERLAYS as readonly string[]).includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** The query of the address as plain texts, and how to change it; `undefined` takes a name out. */
export function useUrlSearch(): [Search, (changes: Search, how?: 'push' | 'replace') => void] {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Search, how: 'push' | 'replace' = 'replace') => {
      const next = (before: Search) => ({ ...before, ...changes })
      void navigate({ to: '.', search: next as never, replace: how === 'replace', resetScroll: false })
    },
    [navigate],
  )
  return [search, change]
}

/** One name of the address's query: which drawer is open, which tab is shown. */
export function useUrlParam(
  name: string,
  how: 'push' | 'replace' = 'push',
): [string | undefined, (value: string | undefined) => void] {
  const [search, change] = useUrlSearch()
  const set = useCallback((value: string | undefined) => change({ [name]: value }, how), [change, name, how])
  return [search[name], set]
}
