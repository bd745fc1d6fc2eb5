import { useMemo } from 'react'
import type { AddressOf } from '../paths.ts'
import { momentOf } from './time.ts'
import { type AddressedPage, useAddressTexts } from './url.ts'

type Choice = { value: string; label: string }

/** One filter of a list. Its key in `Filters` is also its name in the address. */
export type Filter =
  | { kind: 'text'; label: string }
  | { kind: 'choice'; label: string; choices: readonly Choice[] }
  | { kind: 'choices'; label: string; choices: readonly Choice[] }
  /** A range of days, both included, as `2026-01-31..2026-02-03`; either side may be empty. */
  | { kind: 'days'; label: string }

export type Filters = Record<string, Filter>

type ValueOf<F extends Filter> = F extends { kind: 'choices'; choices: readonly { value: infer Value }[] }
  ? Value[]
  : F['kind'] extends 'days'
    ? Days
    : string
export type FilterValues<F extends Filters> = { [Name in keyof F]?: ValueOf<F[Name]> }

/** Start of the first day and end of the last day in the user's time zone, in ISO 8601. */
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
    const on = names.filter((name) => search[name] !== undefined && search[name] !== '')
    const values = Object.fromEntries(on.map((name) => [name, readValue(filters[name]!, search[name]!)]))
    return {
      filters,
      values: values as FilterValues<F>,
      raw: search,
      set: (name, raw) => change({ [name]: raw === '' ? undefined : raw }),
      clear: () => change(Object.fromEntries([...names, 'view'].map((name) => [name, undefined]))),
      isOn: on.length > 0,
    }
  }, [filters, search, change])
}

function readValue(filter: Filter, raw: string): string | string[] | Days {
  if (filter.kind === 'choices') return raw.split(',').filter((one) => filter.choices.some((c) => c.value === one))
  if (filter.kind !== 'days') return raw
  const [from = '', to = ''] = raw.split('..')
  return { ...(from && { from: dayStart(from) }), ...(to && { to: dayEnd(to) }), text: raw }
}

function dayStart(day: string): string {
  return momentOf(`${day}T00:00:00.000`)
}

function dayEnd(day: string): string {
  return momentOf(`${day}T23:59:59.999`)
}
