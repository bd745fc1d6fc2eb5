import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { readAddress } from '../address.ts'
import { type AddressOf, type Destination, frame, type pages, type publicPages } from '../paths.ts'

type Location = { pathname: string; search: object }

/** Names of dialogs over a page, which do not change the page itself. */
const OVERLAYS: readonly string[] = ['help', 'feedback', 'dialog', 'tour']

/** Whether two addresses show the same page, regardless of the dialogs open over it. */
export function isSamePage(one: Location, other: Location): boolean {
  return one.pathname === other.pathname && JSON.stringify(pageSearchOf(one)) === JSON.stringify(pageSearchOf(other))
}

const pageSearchOf = ({ search }: Location) =>
  Object.entries(search)
    .filter(([name, value]) => value !== undefined && !OVERLAYS.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** A page whose address `useAddress` can read while it is shown. */
export type AddressedPage = (typeof pages)[keyof typeof pages] | (typeof publicPages)[keyof typeof publicPages]
type Addressed = AddressedPage | typeof frame

type HistoryEntry = 'push' | 'replace'
type Texts = Readonly<Record<string, string | undefined>>

/** Sets names of the address; `undefined` removes a name. Replaces the history entry by default. */
export type ChangeAddress<P extends Addressed> = (changes: AddressOf<P>, entry?: HistoryEntry) => void

/** The parsed query string of a page, a function that changes it, and one that clears all other names. */
export function useAddress<P extends Addressed>(
  page: P,
): [address: AddressOf<P>, change: ChangeAddress<P>, clearExcept: (rest: AddressOf<P>) => void] {
  const [search, change] = useAddressTexts(page)
  const address = useMemo((): AddressOf<P> => readAddress<P['address']>(page.address, search), [page, search])
  const clearExcept = (rest: AddressOf<P>) =>
    change({ ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...rest }, 'push')
  return [address, change, clearExcept]
}

/** `useAddress` for the names that every page behind the sign-in has. */
export function useFrameAddress() {
  return useAddress(frame)
}

/** `useAddress` without a schema, for names that are only known at run time: filters and saved views. */
export function useAddressTexts({ id }: Addressed): [Texts, (changes: Texts, entry?: HistoryEntry) => void] {
  const search: Texts = useSearch({ from: id })
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Texts, entry: HistoryEntry = 'replace') => {
      const search = (before: object) => ({ ...before, ...changes })
      const here: Destination = { to: '.', ...{ search, replace: entry === 'replace', resetScroll: false } }
      void navigate(here)
    },
    [navigate],
  )
  return [search, change]
}
