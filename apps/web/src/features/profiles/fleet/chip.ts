import {
  type FieldValue,
  type FleetField,
  fleetFieldNames,
  fleetFields,
  type RowOf,
} from '@simwright/contract/profiles/fleet-field'
import { queryOfAddress } from '@simwright/contract/profiles/fleet-legacy'
import { isIdValue, type QueryTerm, readFleetQuery } from '@simwright/contract/profiles/fleet-query'
import { writeTerm } from '@simwright/contract/profiles/fleet-term'
import type { Filter } from '../../../ui/table/url-filter.ts'
import type { Choices, NamedChoice } from './choices.ts'

/** A term that the menu of filters can show and change. */
type Chip = {
  /** The value in the format of the menu's field. */
  raw: string
  /** Its text in the query. */
  text: string
}

/** A query as it is shown: at most one chip per field, and everything else in the query bar. */
export type ShownQuery = { chips: Partial<Record<FleetField, Chip>>; bar: string }

export function readShown(query: string, choices: Choices): ShownQuery {
  const chips: ShownQuery['chips'] = {}
  const bar: string[] = []
  for (const written of readFleetQuery(query)) {
    const field = 'term' in written && 'field' in written.term ? written.term.field : undefined
    const raw = 'term' in written ? rawOf(written.term, choices) : undefined
    const isShown = field && raw !== undefined && fleetFieldNames.includes(field) && !chips[field]
    if (isShown) chips[field] = { raw, text: written.text }
    else bar.push(written.text)
  }
  return { chips, bar: bar.join(' ') }
}

/** The text of the query, with its chips in the order of the menu, so that equal chips give equal texts. */
export function writeShown({ chips, bar }: ShownQuery): string {
  return [...fleetFieldNames.flatMap((field) => chips[field]?.text ?? []), bar].join(' ').trim()
}

/** The query with another value for one chip; undefined removes it. */
export function changeChip({ chips, bar }: ShownQuery, field: FleetField, raw: string | undefined): string {
  return writeShown({ chips: { ...chips, [field]: raw ? { raw, text: textOf(field, raw) } : undefined }, bar })
}

function textOf(field: FleetField, raw: string): string {
  const row: RowOf<FieldKind> = fleetFields[field]
  if (row.kind === 'time') return `${field}:${raw}`
  return writeTerm(field, row.kind === 'choice' && row.many ? withCovering(row.values, raw.split(',')) : [raw])
}

/** The values, with one word in place of all that it covers: equal choices give equal texts. */
function withCovering(values: Readonly<Record<string, FieldValue>>, chosen: readonly string[]): readonly string[] {
  const found = Object.entries(values).find(([, { covers }]) => covers?.every((word) => chosen.includes(word)))
  if (!found) return chosen
  const [word, { covers = [] }] = found
  return [word, ...chosen.filter((one) => !covers.includes(one))]
}

type FieldKind = (typeof fleetFields)[FleetField]['kind']

/** The value of a term in the format of the menu's field; undefined if the menu cannot show it. */
function rawOf(term: QueryTerm, choices: Choices): string | undefined {
  if (term.kind === 'days') return `${term.from ?? ''}..${term.to ?? ''}`
  if (term.kind !== 'values') return undefined
  const row: RowOf<Exclude<FieldKind, 'time'>> = fleetFields[term.field]
  const [value, ...more] = term.values
  if (row.kind === 'choice' && row.many) {
    const written = term.values.map((one) => one.toLowerCase())
    const words = [...new Set(written.flatMap((one) => row.values[one]?.covers ?? [one]))]
    return words.every((word) => row.values[word]?.label) ? words.join(',') : undefined
  }
  if (more.length > 0) return undefined
  if (row.kind === 'choice') return value?.toLowerCase()
  const list = listOf(choices, term.field)
  return list ? (namedBy(list, value!)?.value ?? unlistedOf(row.kind, value!)) : value
}

/** An unknown name stays in the query bar, where it can be corrected. An unknown id may be that of an older object. */
const unlistedOf = (kind: FieldKind, value: string) => (kind !== 'named' || isIdValue(value) ? value : undefined)

const namedBy = (list: readonly NamedChoice[], written: string) =>
  list.find(({ value, word, id }) => [value, id].includes(written) || word.toLowerCase() === written.toLowerCase())

const listOf = (choices: Choices, field: FleetField): readonly NamedChoice[] | undefined =>
  field in choices ? choices[field as keyof Choices] : undefined

/** The menu's filter for a field; its choices include the current name even if it is not listed. */
export function filterOf(field: FleetField, choices: Choices, raw: string | undefined): Filter {
  const row: RowOf<FieldKind> = fleetFields[field]
  const { label } = row
  if (row.kind === 'time') return { kind: 'days', label }
  if (row.kind === 'choice') {
    const offered = Object.entries(row.values).flatMap(([value, { label }]) => (label ? [{ value, label }] : []))
    return { kind: row.many ? 'choices' : 'choice', label, choices: offered }
  }
  if (!(field in choices)) return { kind: 'text', label }
  const list = listOf(choices, field) ?? []
  const isMissing = raw !== undefined && !isIdValue(raw) && !list.some(({ value }) => value === raw)
  return { kind: 'choice', label, choices: isMissing ? [{ value: raw, label: raw }, ...list] : list }
}

/** The filter in the address of a saved view in canonical form; parameters with earlier names are converted. */
export const viewAddress = (address: Readonly<Record<string, string | undefined>>) => ({
  q: writeShown(readShown(queryOfAddress(address) ?? '', {})) || undefined,
})
