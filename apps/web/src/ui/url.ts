import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Record<string, string | undefined>

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
