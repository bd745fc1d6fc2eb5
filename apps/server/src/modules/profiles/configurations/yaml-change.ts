import type { StoredFields } from '@simwright/contract/profiles/configuration'

type Change = { path: string; before: string | null; after: string | null }

/** The fields that differ, in the order of the newer ones. A list is one value. */
export function changesBetween(before: StoredFields | undefined, after: StoredFields): Change[] {
  const [old, next] = [leavesOf(before), leavesOf(after)]
  const paths = new Set([...next.keys(), ...old.keys()])
  return [...paths]
    .map((path) => ({ path, before: old.get(path) ?? null, after: next.get(path) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** The values of all fields as text, by path; nested fields have the path of their group before theirs. */
function leavesOf(value: unknown, path = ''): Map<string, string> {
  if (value === undefined || value === null) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([[path, textOf(value)]])
  const inner = Object.entries(value).flatMap(([name, one]) => [...leavesOf(one, path ? `${path}.${name}` : name)])
  return new Map(inner)
}

/** Keys of objects are sorted, because their order says nothing. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, sortKeys))

const sortKeys = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
