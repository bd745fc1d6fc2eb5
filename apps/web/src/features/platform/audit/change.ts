import { auditTexts } from '../../../texts/audit.ts'

type Facts = Record<string, unknown> | null

/** One fact before and after; of a list, what was added and what went. */
export type Change = { name: string; before: string[]; after: string[]; isList: boolean }

/**
 * What differs between before and after, fact by fact in the given order; a fact that has parts is told part by part. What
 * was nothing and is nothing is left out.
 */
export function changesOf(before: Facts, after: Facts, order: readonly string[]): Change[] {
  const told = order.filter((name) => name in { ...before, ...after })
  return told
    .flatMap((name) => changesIn(factLabel(name), before?.[name], after?.[name]))
    .filter((change) => change.before.length + change.after.length > 0)
}

function changesIn(name: string, before: unknown, after: unknown): Change[] {
  if (Array.isArray(before) || Array.isArray(after)) {
    const [old, fresh] = [textsOf(before), textsOf(after)]
    const gone = old.filter((text) => !fresh.includes(text))
    const added = fresh.filter((text) => !old.includes(text))
    const isSame = gone.length === 0 && added.length === 0
    return [{ name, before: isSame ? old : gone, after: isSame ? fresh : added, isList: true }]
  }
  if (isParts(before) || isParts(after)) {
    const [old, fresh] = [partsOf(before), partsOf(after)]
    const parts = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    return parts
      .filter((part) => textOf(old[part]) !== textOf(fresh[part]))
      .flatMap((part) => changesIn(`${name}, ${factLabel(part).toLowerCase()}`, old[part], fresh[part]))
  }
  return [{ name, before: textsOf(before), after: textsOf(after), isList: false }]
}

const isParts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const partsOf = (value: unknown): Record<string, unknown> => (isParts(value) ? value : {})

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== '')
}

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
