import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { readAddress } from '../address.ts'
import { type AddressOf, type Destination, frame, type pages, type publicPages } from '../paths.ts'

type Place = { pathname: string; search: object }

/** What lies over a page and leaves it as it is: help, feedback, the tour. */
const OVERLAYS: readonly string[] = ['help', 'feedback', 'tour']

/** Whether two addresses show the same page, regardless of the dialogs open over it. */
export function isSamePage(one: Place, other: Place): boolean {
  return one.pathname === other.pathname && JSON.stringify(underOf(one)) === JSON.stringify(underOf(other))
}

const underOf = ({ search }: Place) =>
  Object.entries(search)
    .filter(([name, value]) => value !== undefined && !OVERLAYS.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** A page with an address that can be read while it is shown. */
export type AddressedPage = (typeof pages)[keyof typeof pages] | (typeof publicPages)[keyof typeof publicPages]
type Addressed = AddressedPage | typeof frame

type How = 'push' | 'replace'
type Texts = Readonly<Record<string, string | undefined>>

/** Changes names of the address; `undefined` removes a name. Replaces the entry of the history unless told to push. */
export type ChangeAddress<P extends Addressed> = (changes: AddressOf<P>, how?: How) => void

/** The query of a page's address as its schema reads it, how to change it, and how to clear all but some names. */
export function useAddress<P extends Addressed>(
  page: P,
): [address: AddressOf<P>, change: ChangeAddress<P>, clearBut: (rest: AddressOf<P>) => void] {
  const [search, change] = useAddressTexts(page)
  const address = useMemo((): AddressOf<P> => readAddress<P['address']>(page.address, search), [page, search])
  const clearBut = (rest: AddressOf<P>) =>
    change({ ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...rest }, 'push')
  return [address, change, clearBut]
}

/** The names that every page behind the sign-in has. */
export function useFrameAddress() {
  return useAddress(frame)
}

/** All names of the address as texts. For lists of names that are known at run time only: filters and saved views. */
export function useAddressTexts({ id }: Addressed): [Texts, (changes: Texts, how?: How) => void] {
  const search: Texts = useSearch({ from: id })
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Texts, how: How = 'replace') => {
      const search = (before: object) => ({ ...before, ...changes })
      const here: Destination = { to: '.', ...{ search, replace: how === 'replace', resetScroll: false } }
      void navigate(here)
    },
    [navigate],
  )
  return [search, change]
}
