import type { Import } from './import-graph.ts'

/**
 * The entries of a folder (its folders and files) that import each other in a circle, directly or through others:
 * groups of at least two, the largest first. Imports of types count.
 * @param imports those of the files that count
 */
export function knotsOf(parent: string, imports: readonly Import[]): string[][] {
  const entryOf = (path: string) => (path.startsWith(parent) ? path.slice(parent.length).split('/')[0]! : undefined)
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [a, b] = [entryOf(from), entryOf(to)]
    if (a === undefined || b === undefined || a === b) continue
    next.set(a, (next.get(a) ?? new Set()).add(b))
  }
  const reached = new Map([...next.keys()].map((entry) => [entry, reachedFrom(entry, next)]))
  const tied = (a: string, b: string) => (reached.get(a)?.has(b) && reached.get(b)?.has(a)) ?? false
  const groups: string[][] = []
  for (const entry of [...next.keys()].toSorted()) {
    if (!tied(entry, entry) || groups.some((group) => group.includes(entry))) continue
    groups.push([...next.keys()].filter((other) => tied(entry, other)).toSorted())
  }
  return groups.toSorted((a, b) => b.length - a.length)
}

function reachedFrom(entry: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  const waiting = [entry]
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const to of next.get(from) ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      waiting.push(to)
    }
  }
  return reached
}
