import {
  type Field,
  type FieldTable,
  type GroupField,
  isActive,
  isValues,
  type Values,
} from '@simwright/contract/field'
import { fillText } from '@simwright/contract/fill-text'
import { fieldText } from '../../../esim/field-text.ts'
import { configurationTexts } from '../../../texts/configuration.ts'

const texts = configurationTexts.summary

/** A longer value is cut. */
const VALUE_MAX = 40
/** Of a list, the first entries are named and the others counted. */
const NAMED = 3

/** What is set in a section, in one line. Values of fields that are not in `table` are left out. */
export function sectionSummary(title: string, table: FieldTable, values: Values): string {
  const set = partsOf(table, values).map(({ label, text }) =>
    text === undefined ? label : label === title ? text : fillText(texts.value, { label, value: text }),
  )
  return set.length > 0 ? set.join(' · ') : texts.nothing
}

/** `text` is absent for what is only on or off. */
type Part = { label: string; text?: string }

function partsOf(table: FieldTable, values: Values): Part[] {
  return Object.entries(table).flatMap(([name, field]) => {
    const value = values[name]
    if (field.isSecret || !isActive(field, values)) return []
    return field.kind === 'group' ? groupParts(field, value) : fieldParts(field, value)
  })
}

function groupParts({ label, fields, isOptional, isJoined }: GroupField, value: unknown): Part[] {
  if (!isValues(value)) return []
  if (!isOptional) return partsOf(fields, value)
  const text = isJoined ? listed(Object.values(value).map(String)) : ''
  return [text === '' ? { label } : { label, text }]
}

function fieldParts(field: Exclude<Field, GroupField>, value: unknown): Part[] {
  const { label } = field
  if (field.kind === 'flag') return value === true ? [{ label }] : []
  if (field.kind === 'entries')
    return Array.isArray(value) && value.length > 0 ? [{ label, text: `${value.length}` }] : []
  if (Array.isArray(value)) {
    const text = listed(value.map((one: unknown) => (isValues(one) ? String(one.plmn) : String(one))))
    return text === '' ? [] : [{ label, text }]
  }
  if (value === undefined || value === '') return []
  if (field.kind === 'text' && field.input === 'image') return [{ label }]
  const text = fieldText(field, value)
  return [{ label, text: text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text }]
}

function listed(entries: readonly string[]): string {
  const named = entries.filter((entry) => entry !== '')
  const first = named.slice(0, NAMED).join(', ')
  return named.length > NAMED ? fillText(texts.more, { first, count: named.length - NAMED }) : first
}
