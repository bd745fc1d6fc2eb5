import {
  type FieldKind,
  type FleetField,
  fleetFields,
  isQueryWord,
  queryWords,
  type RowOf,
} from '@simwright/contract/profiles/fleet-field'
import { operatorOf } from '@simwright/contract/profiles/fleet-query'
import { quoted } from '@simwright/contract/profiles/fleet-term'

export type Completion = { value: string; label: string; hint: string }

/** Names that are particular to the enterprise account, by field. */
export type KnownNames = Partial<Record<FleetField, readonly string[]>> & { attributes?: readonly Suggestion[] }

/** Completions of the last term of the text: words of fields, or values of a field. */
export function completionsOf(text: string, names: KnownNames): Completion[] {
  const start = /(?:[^\s"]|"[^"]*"?)*$/.exec(text)?.index ?? 0
  const before = text.slice(0, start)
  const term = text.slice(start)
  const [word = '', ...rest] = term.split(':')
  const found =
    rest.length === 0
      ? [...wordsLike(word), ...attributesLike(word, names)]
      : valuesOf(word.toLowerCase(), rest.join(':'), names)
  return found.map(({ value, hint }) => ({ value: before + value, label: value, hint })).slice(0, MAX_SHOWN)
}

const MAX_SHOWN = 8

type Suggestion = { value: string; hint: string }

function wordsLike(start: string): Suggestion[] {
  return queryWords
    .filter((word) => word.startsWith(start.toLowerCase()))
    .map((word) => ({ value: word + operatorOf(word), hint: fleetFields[word].hint }))
}

/** `attr.contract:`, offered once `attr` is begun. */
function attributesLike(start: string, { attributes = [] }: KnownNames): Suggestion[] {
  const written = start.toLowerCase()
  return written === '' ? [] : attributes.filter(({ value }) => value.startsWith(written))
}

function valuesOf(word: string, written: string, names: KnownNames): Suggestion[] {
  if (!isQueryWord(word)) return []
  const row: RowOf<FieldKind> = fleetFields[word]
  const known =
    row.kind === 'choice' ? Object.keys(row.values) : row.kind === 'age' ? [] : (names[word as FleetField] ?? [])
  const earlier = written.includes(',') ? written.slice(0, written.lastIndexOf(',') + 1) : ''
  const start = written.slice(earlier.length).replaceAll('"', '').toLowerCase()
  return known
    .filter((value) => value.toLowerCase().startsWith(start))
    .map((value) => ({ value: `${word}:${earlier}${quoted(value)}`, hint: row.hint }))
}
