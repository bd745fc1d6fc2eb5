import { built } from '../unbuilt.ts'
import { orderStates, profileStatuses, recycleReasons, recycleStatuses } from './profile-state.ts'

/**
 * The query bar of Fleet: terms with spaces between them, all of which must hold.
 *
 *   status:available,error  age>7d  group:lab  notes:"field test"  created:2026-01-01..2026-01-31  8944…
 *
 * A bare word is the beginning of an ICCID, IMSI, EID, MSISDN or matching id.
 */
export type QueryTerm =
  | { kind: 'word'; text: string }
  | { kind: 'values'; field: QueryField; values: readonly string[] }
  | { kind: 'days'; field: TimeField; from: string | undefined; to: string | undefined }
  | { kind: 'age'; field: TimeField; compared: 'older' | 'younger'; ms: number }

export type TimeField = 'created' | 'changed' | 'recycled'

/** Where in the text, and what to do about it. */
export type QueryFault = { at: number; length: number; text: string }

type FieldFact = {
  /** What may stand behind the colon; undefined: any text. */
  values?: readonly string[]
  /** Several values with commas: any of them. */
  many?: true
  pattern?: { rule: RegExp; text: string }
  hint: string
}

const lower = (values: readonly string[]) => values.map((value) => value.toLowerCase())
const digits = { rule: /^[0-9]{1,32}$/, text: 'up to 32 digits' }

/** What a term may begin with. */
export const queryFields = {
  status: { values: lower(profileStatuses), many: true, hint: 'Status of the profile' },
  order: { values: lower(built('orderStates', orderStates)), many: true, hint: 'Order state at the SM-DP+' },
  config: { many: true, hint: 'Name of the profile configuration' },
  type: { many: true, hint: 'Type of the profile configuration' },
  group: { many: true, hint: 'Name of the group, or none' },
  campaign: { many: true, hint: 'Name of the campaign' },
  batch: { pattern: { rule: /^B[0-9]{12}$/i, text: 'a batch such as B000000000001' }, hint: 'Batch code' },
  protection: { values: ['plain', 'pgp', 'none'], hint: 'How the source data came in' },
  spn: { hint: 'Service provider name' },
  iccid: { pattern: digits, hint: 'ICCID begins with' },
  imsi: { pattern: digits, hint: 'IMSI begins with' },
  msisdn: { pattern: digits, hint: 'MSISDN begins with' },
  eid: { pattern: digits, hint: 'EID begins with' },
  ac: { hint: 'Activation code or matching ID begins with' },
  format: {
    values: ['string', 'picture', 'link', 'none'],
    many: true,
    hint: 'Forms of the activation code: link, with its public page; none, recycled',
  },
  brand: { many: true, hint: 'Device brand' },
  region: { many: true, pattern: { rule: /^[a-z]{2}$/i, text: 'a country code such as DE' }, hint: 'Country code' },
  notes: { hint: 'Notes begin with' },
  recycle: { values: lower(recycleStatuses), many: true, hint: 'Whether it goes back into stock' },
  reason: { values: lower(recycleReasons), many: true, hint: 'Why it is recycled' },
  by: { many: true, hint: 'Name or e-mail address of who made it' },
} as const satisfies Record<string, FieldFact>
export type QueryField = keyof typeof queryFields

const fieldNames = Object.keys(queryFields) as QueryField[]
export const timeFields = { age: 'created', created: 'created', changed: 'changed', recycled: 'recycled' } as const
const timeNames = Object.keys(timeFields) as (keyof typeof timeFields)[]

const HOUR_MS = 60 * 60 * 1000
const UNITS_MS = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS, y: 365 * 24 * HOUR_MS } as const

const TERM = /(?:[^\s"]|"[^"]*"?)+/g
const NAMED = /^([a-z]+)([:<>])(.*)$/is

export function parseFleetQuery(text: string): { terms: QueryTerm[]; faults: QueryFault[] } {
  const terms: QueryTerm[] = []
  const faults: QueryFault[] = []
  for (const match of text.matchAll(TERM)) {
    const parsed = parseTerm(match[0])
    if (typeof parsed === 'string') faults.push({ at: match.index, length: match[0].length, text: parsed })
    else if (parsed.kind === 'word' && terms.some(({ kind }) => kind === 'word'))
      faults.push({ at: match.index, length: match[0].length, text: 'Only one number can be searched at a time.' })
    else terms.push(parsed)
  }
  return { terms, faults }
}

/** @returns a sentence when it is at fault */
function parseTerm(term: string): QueryTerm | string {
  if ((term.split('"').length - 1) % 2 === 1) return 'A quotation mark is missing.'
  const [, name = '', sign = '', rest = ''] = NAMED.exec(term) ?? []
  const field = name.toLowerCase()
  if (sign === '' || /^lpa$/i.test(field)) return parseWord(unquoted(term))
  if (isTimeName(field)) return parseTime(field, sign, unquoted(rest))
  if (!isField(field)) return `There is no filter named "${name}". Try ${nearest(field)}.`
  if (sign !== ':')
    return `Write ${field}:${rest === '' ? '…' : rest}; < and > are for age, created, changed and recycled.`
  return parseValues(field, rest)
}

const WORD = /^[0-9A-Z$:._-]{1,200}$/i

function parseWord(text: string): QueryTerm | string {
  if (!WORD.test(text)) return `"${text}" is no beginning of an ICCID, IMSI, EID, MSISDN or activation code.`
  return { kind: 'word', text }
}

function parseValues(field: QueryField, rest: string): QueryTerm | string {
  const fact: FieldFact = queryFields[field]
  const values = fact.many ? splitValues(rest) : [unquoted(rest)]
  if (values.some((value) => value === '')) return `A value is missing behind ${field}:`
  for (const value of values) {
    if (fact.values && !fact.values.includes(value.toLowerCase()))
      return `${field} is one of ${fact.values.join(', ')}; "${value}" is not.`
    if (fact.pattern && !fact.pattern.rule.test(value)) return `${field} takes ${fact.pattern.text}; "${value}" is not.`
  }
  return { kind: 'values', field, values }
}

const splitValues = (text: string) => (text.match(/(?:[^,"]|"[^"]*")+|(?<=,)$|^$/g) ?? ['']).map(unquoted)

const unquoted = (text: string) => text.replaceAll('"', '').trim()

/** Older than everything that is stored; beyond it a moment may be out of the database's range. */
const LONGEST_MS = 100 * UNITS_MS.y
const longest = (['y', 'w', 'd', 'h'] as const).map((unit) => `${Math.floor(LONGEST_MS / UNITS_MS[unit])}${unit}`)

const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2999-12-31'

const DURATION = /^([0-9]+)([hdwy])$/i
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/

function parseTime(name: keyof typeof timeFields, sign: string, rest: string): QueryTerm | string {
  const field = timeFields[name]
  const [, count, unit] = DURATION.exec(rest) ?? []
  if (count !== undefined && sign !== ':') {
    const ms = Number(count) * UNITS_MS[unit!.toLowerCase() as keyof typeof UNITS_MS]
    if (ms > LONGEST_MS)
      return `An age is at most ${longest.slice(0, -1).join(', ')} or ${longest.at(-1)}; "${rest}" is not.`
    return { kind: 'age', field, compared: sign === '>' ? 'older' : 'younger', ms }
  }
  const example =
    name === 'age' ? 'age>7d or age<24h' : `${name}:2026-01-31, ${name}:2026-01-01..2026-01-31 or ${name}<7d`
  if (name === 'age') return `Write ${example}; the units are h, d, w and y.`
  const [from = '', to = from, ...more] = rest.split('..')
  const isGiven = (day: string) => day === '' || isDay(day)
  if (rest === '' || rest === '..' || more.length > 0 || !isGiven(from) || !isGiven(to)) return `Write ${example}.`
  const beyond = [from, to].find((day) => day !== '' && (day < FIRST_DAY || day > LAST_DAY))
  if (beyond !== undefined) return `A day is between ${FIRST_DAY} and ${LAST_DAY}; "${beyond}" is not.`
  if (sign === '>') return { kind: 'days', field, from, to: undefined }
  if (sign === '<') return { kind: 'days', field, from: undefined, to: from }
  return { kind: 'days', field, from: from || undefined, to: to || undefined }
}

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const isField = (name: string): name is QueryField => Object.hasOwn(queryFields, name)
const isTimeName = (name: string): name is keyof typeof timeFields => Object.hasOwn(timeFields, name)

function nearest(name: string): string {
  const all = [...fieldNames, ...timeNames]
  const like = all.filter((one) => one[0] === name[0])
  return (like.length > 0 ? like : all.slice(0, 4)).join(', ')
}
