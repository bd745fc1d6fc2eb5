import { ATTRIBUTE_WORD } from './attribute-value.ts'
import {
  type FieldKind,
  type FieldOf,
  fleetFields,
  isQueryWord,
  type QueryWord,
  queryWords,
  type RowOf,
  type TimeField,
  type ValueField,
} from './fleet-field.ts'
import { unquoted } from './fleet-term.ts'

/**
 * The query of Fleet: terms separated by spaces, which must all match.
 *
 *   status:available,error  age>7d  group:lab  notes:"field test"  created:2026-01-01..2026-01-31  8944…
 *
 * A bare word is the beginning of an ICCID, IMSI, EID, MSISDN or matching ID. In quotation marks, `""` is a quotation
 * mark.
 */
export type QueryTerm =
  | { kind: 'word'; text: string }
  | { kind: 'values'; field: ValueField; values: readonly string[] }
  /** The attribute's type decides what values mean: `a..b` is a range of numbers or days. */
  | { kind: 'attribute'; word: string; sign: ':' | '<' | '>'; values: readonly string[] }
  /** Includes both days; undefined: open. */
  | { kind: 'days'; field: TimeField; from: string | undefined; to: string | undefined }
  | { kind: 'age'; field: TimeField; compared: 'older' | 'younger'; ms: number }

/** Position of an error in the text, and how to correct it. */
export type QueryFault = { at: number; length: number; text: string }

/** A term with its source text; `fault` if it is invalid. */
export type SourceTerm = { at: number; text: string } & ({ term: QueryTerm } | { fault: string })

/** The operators of each kind of field. */
const operators: Readonly<Record<FieldKind, readonly string[]>> = {
  choice: [':'],
  named: [':'],
  text: [':'],
  code: [':'],
  prefix: [':'],
  time: [':', '<', '>'],
  age: ['>', '<'],
}

/** The operator that completion offers with a word. */
export const operatorOf = (word: QueryWord): string => operators[fleetFields[word].kind][0]!

const HOUR_MS = 60 * 60 * 1000
const UNITS_MS = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS, y: 365 * 24 * HOUR_MS } as const

/** At least three groups of digits are one number, as cards print it. */
const TERM = /(?<!\S)\+?[0-9]+(?: [0-9]+){2,}F{0,2}(?!\S)|(?:[^\s"]|"[^"]*(?:"|$))+/gi
const NAMED = /^([a-z]+)([:<>])(.*)$/is
const ATTRIBUTE = /^attr\.([a-z0-9_]*)([:<>])(.*)$/is

export function readFleetQuery(text: string): SourceTerm[] {
  const read = [...text.matchAll(TERM)].map(({ index: at, 0: text }): SourceTerm => {
    const parsed = parseTerm(text)
    return typeof parsed === 'string' ? { at, text, fault: parsed } : { at, text, term: parsed }
  })
  const isWord = (written: SourceTerm) => 'term' in written && written.term.kind === 'word'
  const first = read.find(isWord)
  return read.map((written) =>
    isWord(written) && written !== first
      ? { at: written.at, text: written.text, fault: 'Only one number can be searched at a time.' }
      : written,
  )
}

export function parseFleetQuery(text: string): { terms: QueryTerm[]; faults: QueryFault[] } {
  const read = readFleetQuery(text)
  return {
    terms: read.flatMap((written) => ('term' in written ? [written.term] : [])),
    faults: read.flatMap((written) =>
      'fault' in written ? [{ at: written.at, length: written.text.length, text: written.fault }] : [],
    ),
  }
}

/** @returns an error text when the term is invalid */
function parseTerm(term: string): QueryTerm | string {
  if ((term.split('"').length - 1) % 2 === 1) return 'A quotation mark is missing.'
  const attribute = ATTRIBUTE.exec(term)
  if (attribute) return parseAttribute(attribute[1]!, attribute[2] as ':' | '<' | '>', attribute[3]!)
  const [, name = '', sign = '', rest = ''] = NAMED.exec(term) ?? []
  const word = name.toLowerCase()
  if (sign === '' || word === 'lpa') return parseWord(unquoted(term).replace(/(?<=[0-9]) (?=[0-9])/g, ''))
  if (!isQueryWord(word)) return `There is no filter named "${name}". Try ${nearest(word)}.`
  if (isTimeWord(word)) return parseTime(word, sign, unquoted(rest))
  if (!operators[fleetFields[word].kind].includes(sign))
    return `Write ${word}:${rest === '' ? '…' : rest}; < and > are for ${listed(timeWords)}.`
  return parseValues(word, rest)
}

const WORD = /^\+?[0-9A-Z$:._-]{1,200}$/i

function parseWord(text: string): QueryTerm | string {
  if (!WORD.test(text)) return `"${text}" is no beginning of an ICCID, IMSI, EID, MSISDN or activation code.`
  return { kind: 'word', text }
}

function parseValues(field: ValueField, rest: string): QueryTerm | string {
  const row: RowOf<'choice' | 'named' | 'text' | 'code' | 'prefix'> = fleetFields[field]
  const values = 'many' in row && row.many ? splitValues(rest) : [unquoted(rest)]
  for (const value of values) {
    const fault = value === '' ? `A value is missing after ${field}:` : faultOf(field, row, value)
    if (fault) return fault
  }
  return { kind: 'values', field, values }
}

function parseAttribute(name: string, sign: ':' | '<' | '>', rest: string): QueryTerm | string {
  const word = name.toLowerCase()
  if (!ATTRIBUTE_WORD.test(word)) return 'Write attr. and the name of an attribute, such as attr.contract:C-100.'
  const values = sign === ':' ? splitValues(rest) : [unquoted(rest)]
  if (values.includes('')) return `A value is missing after attr.${word}${sign}`
  return { kind: 'attribute', word, sign, values }
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a value of a `named` field is an id, not a name. */
export const isIdValue = (value: string): boolean => ID.test(value)

function faultOf(field: ValueField, row: RowOf<FieldKind>, value: string): string | undefined {
  if (row.kind === 'choice' && !Object.hasOwn(row.values, value.toLowerCase()))
    return `${field} is one of ${Object.keys(row.values).join(', ')}; "${value}" is not.`
  if (row.kind === 'named' && isIdValue(value)) return undefined
  if ('pattern' in row && row.pattern && !row.pattern.rule.test(value))
    return `${field} takes ${row.pattern.text}; "${value}" is not.`
  return undefined
}

const splitValues = (text: string) => (text.match(/(?:[^,"]|"[^"]*")+|(?<=,)$|^$/g) ?? ['']).map(unquoted)

/** Longer than any stored age; a longer one could exceed the database's range of times. */
const LONGEST_MS = 100 * UNITS_MS.y
const longest = (['y', 'w', 'd', 'h'] as const).map((unit) => `${Math.floor(LONGEST_MS / UNITS_MS[unit])}${unit}`)

const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2999-12-31'
const DAY_MS = UNITS_MS.d

const DURATION = /^([0-9]+)([hdwy])$/i
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/

type TimeWord = FieldOf<'time' | 'age'>

function parseTime(word: TimeWord, sign: string, rest: string): QueryTerm | string {
  const row: RowOf<'time' | 'age'> = fleetFields[word]
  const field = fieldOf(word)
  const [, count, unit] = DURATION.exec(rest) ?? []
  if (count !== undefined && sign !== ':') {
    const ms = Number(count) * UNITS_MS[unit!.toLowerCase() as keyof typeof UNITS_MS]
    if (ms > LONGEST_MS)
      return `An age is at most ${longest.slice(0, -1).join(', ')} or ${longest.at(-1)}; "${rest}" is not.`
    return { kind: 'age', field, compared: sign === '>' ? 'older' : 'younger', ms }
  }
  if (row.kind === 'age') return `Write ${word}>7d or ${word}<24h; the units are h, d, w and y.`
  return parseDays(field, sign, rest)
}

const fieldOf = (word: TimeWord): TimeField => {
  const row = fleetFields[word]
  return row.kind === 'age' ? row.of : (word as TimeField)
}

function parseDays(field: TimeField, sign: string, rest: string): QueryTerm | string {
  const [from = '', to = from, ...more] = rest.split('..')
  const isValid = (day: string) => day === '' || isDay(day)
  const isEmpty = from === '' && (to === '' || sign !== ':')
  if (isEmpty || more.length > 0 || !isValid(from) || !isValid(to))
    return `Write ${field}:2026-01-31, ${field}:2026-01-01..2026-01-31 or ${field}<7d.`
  const beyond = [from, to].find((day) => day !== '' && (day < FIRST_DAY || day > LAST_DAY))
  if (beyond !== undefined) return `A day is between ${FIRST_DAY} and ${LAST_DAY}; "${beyond}" is not.`
  if (sign === '>') return { kind: 'days', field, from, to: undefined }
  if (sign === '<') return { kind: 'days', field, from: undefined, to: dayBefore(from) }
  return { kind: 'days', field, from: from || undefined, to: to || undefined }
}

const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length)

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const isTimeWord = (word: QueryWord): word is TimeWord =>
  fleetFields[word].kind === 'time' || fleetFields[word].kind === 'age'
const timeWords = queryWords.filter(isTimeWord)

const listed = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

function nearest(name: string): string {
  const like = queryWords.filter((word) => word[0] === name[0])
  return (like.length > 0 ? like : queryWords.slice(0, 4)).join(', ')
}
