import { type Field, type FieldTable, isValues, type Values } from '@simwright/contract/field'
import { configurationFields, type FieldName } from '@simwright/contract/profiles/configuration-field'
import type { ConfigurationType } from '@simwright/contract/profiles/configuration-type'
import { fieldsOf } from '@simwright/contract/profiles/type-field'
import { fieldText } from '../../../esim/field-text.ts'
import { versionTexts } from './configuration-version-texts.ts'

const texts = versionTexts.comparison

/** A field whose values differ; for a list, the entries that only one version has. */
export type FieldChange = {
  readonly path: string
  readonly label: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

type Version = { readonly type: ConfigurationType }

/** The fields of two versions that differ, in the order and the words of the form. */
export function changesBetween(before: Version, after: Version): FieldChange[] {
  const names = Object.keys(configurationFields) as FieldName[]
  return names.flatMap((name) => {
    const [old, current] = [fieldsOf(before.type)[name], fieldsOf(after.type)[name]]
    const field = current ?? old
    if (field === undefined) return []
    const ownValue = (version: Version, own: Field | undefined) => (own ? valueIn(version, name) : undefined)
    return changesIn({ field, path: name, within: '' }, ownValue(before, old), ownValue(after, current))
  })
}

const valueIn = (version: object, name: string): unknown => (({ ...version }) as Values)[name]

type Compared = { field: Field; path: string; within: string }

function changesIn({ field, path, within }: Compared, before: unknown, after: unknown): FieldChange[] {
  if (isSame(before, after)) return []
  const label = within === '' ? field.label : `${within}, ${field.label}`
  if (field.kind === 'group') return groupChanges({ field, path, within: label }, field.fields, [before, after])
  if (!Array.isArray(before) && !Array.isArray(after))
    return [{ path, label, before: textsOf(field, before), after: textsOf(field, after) }]
  const [old, current] = [entriesOf(before), entriesOf(after)]
  const [removed, added] = [without(old, current), without(current, old)]
  const isReordered = removed.length + added.length === 0
  return [{ path, label, before: isReordered ? [] : removed, after: isReordered ? [texts.reordered] : added }]
}

/** The fields of a group; its switch too, if it was turned on or off. */
function groupChanges({ field, path, within }: Compared, table: FieldTable, [before, after]: [unknown, unknown]) {
  const state = (value: unknown) => (isValues(value) ? [texts.on] : [])
  const isSwitched = isValues(before) !== isValues(after)
  const own = isSwitched ? [{ path, label: field.label, before: state(before), after: state(after) }] : []
  const [old, current] = [isValues(before) ? before : {}, isValues(after) ? after : {}]
  const inner = Object.entries(table).flatMap(([name, part]) =>
    changesIn({ field: part, path: `${path}.${name}`, within }, old[name], current[name]),
  )
  return [...own, ...inner]
}

const isSame = (before: unknown, after: unknown) => JSON.stringify(before ?? '') === JSON.stringify(after ?? '')

/** Nothing for an unset value, which is shown as a dash. */
function textsOf(field: Field, value: unknown): string[] {
  if (field.kind === 'flag' && value !== true) return []
  const text = fieldText(field, value)
  return text === '' ? [] : [text]
}

/** An entry such as a network with its access technologies is its first value, then the others in brackets. */
function entryText(entry: unknown): string {
  if (!isValues(entry)) return String(entry)
  const [first = '', ...others] = Object.values(entry).map((value) =>
    Array.isArray(value) ? value.map(entryText).join(', ') : entryText(value),
  )
  return others.every((other) => other === '')
    ? first
    : `${first} (${others.filter((other) => other !== '').join(', ')})`
}

const entriesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(entryText) : [])

function without(entries: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return entries.filter((entry) => !known.has(entry))
}
