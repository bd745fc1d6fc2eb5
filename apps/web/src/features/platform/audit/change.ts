import { fieldOfFact } from '@simwright/contract/field'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { type OperationKind, operationKinds, operationRow } from '@simwright/contract/provisioning/operation-kind'
import { fieldText } from '../../../esim/field-text.ts'
import { auditTexts } from './audit-texts.ts'

type Facts = Record<string, unknown> | null

/** One fact before and after; for a list, the removed and the added values. */
export type Change = { name: string; before: string[]; after: string[]; isList: boolean }

/** Labels and values of the facts of an entry, by the path of the fact (`fiveG.protectionScheme`). */
export type FactTexts = { label: (path: string) => string; text: (path: string, value: unknown) => string }

export const plainFactTexts: FactTexts = {
  label: (path) => factLabel(path.split('.').at(-1)!),
  text: (path, value) => (path === 'kind' && isOperationKind(value) ? operationRow(value).name : textOf(value)),
}

const isOperationKind = (value: unknown): value is OperationKind => operationKinds.includes(value as OperationKind)

/** The same labels and values as in the configuration form. */
export const configurationFactTexts: FactTexts = {
  label: (path) => fieldOfFact(configurationFields, path)?.label ?? plainFactTexts.label(path),
  text: (path, value) => {
    const field = fieldOfFact(configurationFields, path)
    return field === undefined || value === null || value === undefined || isRecord(value)
      ? textOf(value)
      : fieldText(field, value)
  },
}

/**
 * The facts that differ between before and after, in the given order; the properties of a nested fact are compared
 * one by one. Facts that are empty on both sides are left out.
 */
export function changesOf({ before, after }: Sides, order: readonly string[], factTexts = plainFactTexts): Change[] {
  return order
    .filter((name) => name in { ...before, ...after })
    .flatMap((name) => changesIn({ path: name, name: factTexts.label(name), factTexts }, before?.[name], after?.[name]))
    .map(withoutIds)
    .filter((change) => change.before.length + change.after.length > 0)
}

/** IDs mean nothing to a reader: they are shown in the raw entry only. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function withoutIds(change: Change): Change {
  const readable = (values: string[]) => values.filter((value) => !ID.test(value))
  return { ...change, before: readable(change.before), after: readable(change.after) }
}

type Sides = { before: Facts; after: Facts }
type Compared = { path: string; name: string; factTexts: FactTexts }

function changesIn({ path, name, factTexts }: Compared, before: unknown, after: unknown): Change[] {
  const texts = (value: unknown) =>
    (Array.isArray(value) ? value : [value]).map((one) => factTexts.text(path, one)).filter((text) => text !== '')
  const [old, added] = [texts(before), texts(after)]
  if (Array.isArray(before) || Array.isArray(after)) {
    const onlyOld = old.filter((text) => !added.includes(text))
    const onlyNew = added.filter((text) => !old.includes(text))
    const isSame = onlyOld.length === 0 && onlyNew.length === 0
    return [{ name, before: isSame ? old : onlyOld, after: isSame ? added : onlyNew, isList: true }]
  }
  if (!isRecord(before) && !isRecord(after)) return [{ name, before: old, after: added, isList: false }]
  const [oldRecord, newRecord] = [recordOf(before), recordOf(after)]
  const keys = [...new Set([...Object.keys(oldRecord), ...Object.keys(newRecord)])]
  return keys
    .filter((key) => textOf(oldRecord[key]) !== textOf(newRecord[key]))
    .flatMap((key) => {
      const of = {
        path: `${path}.${key}`,
        name: `${name}, ${lowerFirst(factTexts.label(`${path}.${key}`))}`,
        factTexts,
      }
      return changesIn(of, oldRecord[key], newRecord[key])
    })
}

/** Lower-cases a label within a sentence, except acronyms: "Short name" changes, "SUCI is computed by" does not. */
const lowerFirst = (label: string) =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** A value as text; empty if there is none. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? auditTexts.drawer.yes : auditTexts.drawer.no
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (!isRecord(value)) return String(value)
  const [first = '', ...more] = Object.values(value).map(textOf)
  return more.length > 0 ? `${first} (${more.join(', ')})` : first
}

/** The label of a fact: `maxRedownloads` is "Max redownloads". */
export function factLabel(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return auditTexts.facts[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
