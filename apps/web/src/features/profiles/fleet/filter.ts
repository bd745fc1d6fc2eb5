import * as attribute from '@simwright/contract/profiles/attribute'
import { type FleetField, fleetFieldNames } from '@simwright/contract/profiles/fleet-field'
import { isIdValue, parseFleetQuery } from '@simwright/contract/profiles/fleet-query'
import { useMemo } from 'react'
import { useAsk } from '../../../api/query.ts'
import { useStableCallback } from '../../../base/stable-callback.ts'
import { useAddress, useAddressTexts } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import type { Filters, ShownFilters } from '../../../ui/table/url-filter.ts'
import { attributeFilters, offeredAttributes, readAttributeChips, writeAttributeChips } from './attribute-chip.ts'
import { changeChip, filterOf, readShown, viewAddress, writeShown } from './chip.ts'
import { type Choices, useChoices } from './choices.ts'
import type { KnownNames } from './completion.ts'

export type FleetFilter = {
  /** The whole query, as it is sent to the server. */
  query: string
  /** The terms that the query bar shows. */
  bar: string
  setBar: (text: string) => void
  /** The other terms: chips, and the menu of filters. */
  shown: ShownFilters<Filters>
  /** Names that completion offers. */
  names: KnownNames
}

/** The filter of the Fleet page. The page address has one query, which the query bar and the menu of filters edit. */
export function useFleetFilter(): FleetFilter {
  const [search, change] = useAddress(pages.fleet)
  const query = search.q ?? ''
  const choices = useChoices(useMemo(() => batchIdIn(query), [query]))
  const read = useMemo(() => readShown(query, choices), [query, choices])
  const write = (next: string) => change({ q: next || undefined })
  const attributes = useAsk(attribute.list, {}, { staleMs: STALE_MS }).data?.items
  const offered = useMemo(() => offeredAttributes(attributes ?? []), [attributes])
  const own = useMemo(() => readAttributeChips(read.bar, offered), [read.bar, offered])
  const writeOwn = (next: typeof own) => write(writeShown({ ...read, bar: writeAttributeChips(next, offered) }))
  const setBar = useStableCallback((bar: string) => writeOwn({ ...own, bar }))
  const set = useStableCallback((name: string, raw: string | undefined) => {
    const field = fleetFieldNames.find((one) => one === name)
    if (field) write(changeChip(read, field, raw))
    else writeOwn({ ...own, chosen: { ...own.chosen, [name]: raw || undefined } })
  })
  const [, changeTexts] = useAddressTexts(pages.fleet)
  const clear = useStableCallback(() => changeTexts({ q: undefined, view: undefined }))
  const names = useMemo(
    () => ({ ...namesOf(choices), attributes: attributes?.map(suggestionOf) ?? [] }),
    [choices, attributes],
  )
  return useMemo(() => {
    const rawOf = (field: FleetField) => read.chips[field]?.raw
    const filters = fleetFieldNames.flatMap((field) => {
      const filter = filterOf(field, choices, rawOf(field))
      const isOffered = filter.kind !== 'choice' || filter.choices.length > 0 || rawOf(field) !== undefined
      return isOffered ? [[field, filter] as const] : []
    })
    const shown = {
      filters: { ...Object.fromEntries(filters), ...attributeFilters(offered) },
      raw: { ...Object.fromEntries(fleetFieldNames.map((field) => [field, rawOf(field)])), ...own.chosen },
      set,
      clear,
      isOn: query !== '',
      upgrade: viewAddress,
    }
    return { query, bar: own.bar, setBar, shown, names }
  }, [query, read, own, offered, choices, names, set, setBar, clear])
}

function batchIdIn(query: string): string | undefined {
  const [id] = parseFleetQuery(query).terms.flatMap((term) =>
    term.kind === 'values' && term.field === 'batch' ? term.values.filter(isIdValue) : [],
  )
  return id
}

const STALE_MS = 60_000

const suggestionOf = ({ word, name }: attribute.Attribute) => ({ value: `attr.${word}:`, hint: name })

const namesOf = (choices: Choices): KnownNames =>
  Object.fromEntries(Object.entries(choices).map(([field, list]) => [field, list?.map(({ word }) => word) ?? []]))
