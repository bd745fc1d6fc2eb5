import { fieldOfFact } from '@simwright/contract/field'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { fieldText } from '../../../esim/field-text.ts'
import { auditTexts } from '../../../texts/audit.ts'

type Facts = Record<string, unknown> | null

/** One fact before and after; of a list, what was added and what went. */
export type Change = { name: string; before: string[]; after: string[]; isList: boolean }

/** How the facts of an entry are named and read, by their path (`fiveG.protectionScheme`). */
export type FactWords = { label: (path: string) => string; text: (path: string, value: unknown) => string }

export const plainWords: FactWords = {
  label: (path) => factLabel(path.split('.').at(-1)!),
  text: (_, value) => textOf(value),
}

/** The same names and values as the form of a configuration. */
export const configurationWords: FactWords = {
  label: (path) => fieldOfFact(configurationFields, path)?.label ?? plainWords.label(path),
  text: (path, value) => {
    const field = fieldOfFact(configurationFields, path)
    return field === undefined || value === null || value === undefined || isParts(value)
      ? textOf(value)
      : fieldText(field, value)
  },
}

/**
 * What differs between before and after, fact by fact in the given order; a fact that has parts is compared part by part.
 * What is empty on both sides is left out.
 */
export function changesOf({ before, after }: Sides, order: readonly string[], words = plainWords): Change[] {
  return order
    .filter((name) => name in { ...before, ...after })
    .flatMap((name) => changesIn({ path: name, name: words.label(name), words }, before?.[name], after?.[name]))
    .filter((change) => change.before.length + change.after.length > 0)
}

type Sides = { before: Facts; after: Facts }
type Compared = { path: string; name: string; words: FactWords }

function changesIn({ path, name, words }: Compared, before: unknown, after: unknown): Change[] {
  const texts = (value: unknown) =>
    (Array.isArray(value) ? value : [value]).map((one) => words.text(path, one)).filter((text) => text !== '')
  const [old, added] = [texts(before), texts(after)]
  if (Array.isArray(before) || Array.isArray(after)) {
    const onlyOld = old.filter((text) => !added.includes(text))
    const onlyNew = added.filter((text) => !old.includes(text))
    const isSame = onlyOld.length === 0 && onlyNew.length === 0
    return [{ name, before: isSame ? old : onlyOld, after: isSame ? added : onlyNew, isList: true }]
  }
  if (!isParts(before) && !isParts(after)) return [{ name, before: old, after: added, isList: false }]
  const [oldParts, newParts] = [partsOf(before), partsOf(after)]
  const parts = [...new Set([...Object.keys(oldParts), ...Object.keys(newParts)])]
  return parts
    .filter((part) => textOf(oldParts[part]) !== textOf(newParts[part]))
    .flatMap((part) => {
      const of = { path: `${path}.${part}`, name: `${name}, ${lowerFirst(words.label(`${path}.${part}`))}`, words }
      return changesIn(of, oldParts[part], newParts[part])
    })
}

/** "Short name" is "short name" within a sentence; "SUCI is computed by" stays. */
const lowerFirst = (label: string) =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

const isParts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const partsOf = (value: unknown): Record<string, unknown> => (isParts(value) ? value : {})

/** A value in words; empty for nothing. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? auditTexts.drawer.yes : auditTexts.drawer.no
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (!isParts(value)) return String(value)
  const [first = '', ...more] = Object.values(value).map(textOf)
  return more.length > 0 ? `${first} (${more.join(', ')})` : first
}

/** The name of a fact as people read it: `maxRedownloads` is "Max redownloads". */
export function factLabel(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return auditTexts.facts[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
