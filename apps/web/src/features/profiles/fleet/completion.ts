import { type QueryField, queryFields, timeFields } from '@simwright/contract/profiles/fleet-query'
import { built } from '@simwright/contract/unbuilt'

export type Completion = { value: string; label: string; hint: string }

/** Names that only this enterprise account has. */
export type KnownNames = Partial<Record<QueryField, readonly string[]>>

const timeHints = {
  age: 'Older or younger than, such as 7d',
  created: 'Day or span of days',
  changed: 'Last change',
  recycled: 'Recycle time, past or to come',
}

/** What the last term of the text may become: a field's name, or one of its values. */
export function completionsOf(text: string, names: KnownNames): Completion[] {
  const start = /(?:[^\s"]|"[^"]*"?)*$/.exec(text)?.index ?? 0
  const before = text.slice(0, start)
  const term = text.slice(start)
  const [field = '', ...rest] = term.split(':')
  const found = rest.length === 0 ? fieldsLike(field) : valuesOf(field.toLowerCase(), rest.join(':'), names)
  return found.map(({ value, hint }) => ({ value: before + value, label: value, hint })).slice(0, MOST_SHOWN)
}

const MOST_SHOWN = 8

function fieldsLike(begin: string): { value: string; hint: string }[] {
  const names = built('queryFields', Object.keys(queryFields) as QueryField[])
  const named = names.map((name) => ({ value: `${name}:`, hint: queryFields[name].hint }))
  const timed = Object.keys(timeFields).map((name) => ({
    value: name === 'age' ? 'age>' : `${name}:`,
    hint: timeHints[name as keyof typeof timeHints],
  }))
  return [...named, ...timed].filter(({ value }) => value.startsWith(begin.toLowerCase()))
}

function valuesOf(field: string, written: string, names: KnownNames): { value: string; hint: string }[] {
  if (!Object.hasOwn(queryFields, field)) return []
  const fact: { values?: readonly string[]; hint: string } = queryFields[field as QueryField]
  const earlier = written.includes(',') ? written.slice(0, written.lastIndexOf(',') + 1) : ''
  const begin = written.slice(earlier.length).replaceAll('"', '').toLowerCase()
  return (fact.values ?? names[field as QueryField] ?? [])
    .filter((value) => value.toLowerCase().startsWith(begin))
    .map((value) => ({ value: `${field}:${earlier}${quoted(value)}`, hint: fact.hint }))
}

const quoted = (value: string) => (/[\s,"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value)
