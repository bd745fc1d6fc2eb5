import { useMemo } from 'react'
import { type AddressTexts, upgradeAddress } from '../../address.ts'
import { localOf, momentOf } from '../../base/time.ts'
import { type AddressedPage, useAddressTexts } from '../../base/url.ts'
import type { AddressOf, Page } from '../../paths.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Choice = { value: string; label: string }

/** One filter of a list. Its key in `Filters` is also its name in the address. */
export type Filter =
  | { kind: 'text'; label: string }
  | { kind: 'choice'; label: string; choices: readonly Choice[] }
  | { kind: 'choices'; label: string; choices: readonly Choice[] }
  /**
   * A range of days, both included, as `2026-01-31..2026-02-03`; either side may be empty. A side can also be a moment in
   * ISO 8601; the last one is not included.
   */
  | { kind: 'days'; label: string }

export type Filters = Record<string, Filter>

type ValueOf<F extends Filter> = F extends { kind: 'choices'; choices: readonly { value: infer Value }[] }
  ? Value[]
  : F['kind'] extends 'days'
    ? Days
    : string
export type FilterValues<F extends Filters> = { [Name in keyof F]?: ValueOf<F[Name]> }

/** Start of the first day, and of the day after the last, in the user's time zone, in ISO 8601. */
export type Days = { from?: string; to?: string; text: string }

/** Filters with their raw values, as `FilterBar` shows and changes them. */
export type ShownFilters<F extends Filters> = {
  filters: F
  raw: Readonly<Record<string, string | undefined>>
  set: (name: string, raw: string | undefined) => void
  /** Clears all filters and the saved view. */
  clear: () => void
  /** Whether any filter is active. */
  isOn: boolean
  /** Translates the legacy names of a saved filter to current names. */
  upgrade: (saved: AddressTexts) => AddressTexts
}

export type UrlFilter<F extends Filters> = ShownFilters<F> & { values: FilterValues<F> }

/** The filters that are not declared in the address of the page; makes them fail to compile. */
type Unnamed<P extends AddressedPage, F> = { [Name in Exclude<keyof F, keyof AddressOf<P>>]: never }

/**
 * Filters whose values are stored in the address of their page, so that a link or the back button restores them. Define
 * `filters` outside the component.
 */
export function useUrlFilter<P extends AddressedPage, F extends Filters>(
  page: P,
  filters: F & Unnamed<P, F>,
): UrlFilter<F> {
  const [search, change] = useAddressTexts(page)
  return useMemo(() => {
    const names = Object.keys(filters)
    const values = readFilters<F>(filters, search)
    const { legacy }: Pick<Page, 'legacy'> = 'legacy' in page ? page : {}
    return {
      filters,
      values,
      raw: search,
      set: (name, raw) => change({ [name]: raw === '' ? undefined : raw }),
      clear: () => change(Object.fromEntries([...names, 'view'].map((name) => [name, undefined]))),
      isOn: Object.keys(values).length > 0,
      upgrade: (saved) => (legacy ? upgradeAddress(legacy, saved) : saved),
    }
  }, [page, filters, search, change])
}

/** The values of the filters that an address names. */
export function readFilters<F extends Filters>(
  filters: F,
  search: Readonly<Record<string, string | undefined>>,
): FilterValues<F> {
  const on = Object.entries(filters).filter(([name]) => search[name] !== undefined && search[name] !== '')
  const values = on.map(([name, filter]) => [name, readValue(filter, search[name]!)])
  return Object.fromEntries(values) as FilterValues<F>
}

function readValue(filter: Filter, raw: string): string | string[] | Days {
  if (filter.kind === 'choices') return raw.split(',').filter((one) => filter.choices.some((c) => c.value === one))
  if (filter.kind !== 'days') return raw
  const [from = '', to = ''] = raw.split('..')
  return { ...(from && { from: momentIn(from, 0) }), ...(to && { to: momentIn(to, 1) }), text: raw }
}

/** True for a side of a range that is a moment, not a day. */
export const isMoment = (side: string): boolean => side.includes('T')

function momentIn(side: string, daysLater: number): string {
  if (!isMoment(side)) return startOfDay(side, daysLater)
  const ms = Date.parse(side)
  return new Date(Number.isNaN(ms) ? 0 : ms).toISOString()
}

/** The value of a `days` filter for `[from, to)`: days if both are the start of a day in the user's time zone. */
export function rangeText(from: string, to: string): string {
  const first = dayOf(from)
  const last = dayOf(new Date(Date.parse(to) - 1).toISOString())
  const isWholeDays = from === startOfDay(first, 0) && to === startOfDay(last, 1)
  return isWholeDays ? `${first}..${last}` : `${from}..${to}`
}

const dayOf = (iso: string) => localOf(iso).slice(0, 'YYYY-MM-DD'.length)

/** The start of a day of the user's time zone; an invalid day yields the epoch. */
function startOfDay(day: string, daysLater: number): string {
  const noon = Date.parse(`${day}T12:00:00.000Z`)
  if (Number.isNaN(noon)) return new Date(0).toISOString()
  const date = new Date(noon + daysLater * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
  return momentOf(`${date}T00:00:00.000`)
}
