import type * as inspection from '@simwright/contract/profiles/inspection'
import { inspectionPage, type PackageComparison, type PackageInspection } from '@simwright/contract/profiles/inspection'
import {
  compareProfiles,
  type Difference,
  type Finding,
  inspectProfile,
  type PackageNode,
  SaipError,
} from '@simwright/saip'
import type { RunTask } from '../../../worker/task.ts'

/** One package, or two to compare, and where the page begins. */
export type InspectionOrder =
  | { source: Uint8Array; from: number }
  | { first: Uint8Array; second: Uint8Array; from: number }

/** A page, or why a package is refused; `path` says which one. */
export type InspectionAnswer =
  | { inspection: PackageInspection }
  | { comparison: PackageComparison }
  | { refusal: { path: string; rule: string; text: string } }

export const run: RunTask<InspectionOrder, InspectionAnswer> = (order) => {
  if ('source' in order) return read('source', () => ({ inspection: inspectionOf(order.source, order.from) }))
  // read one by one, so that an error names the package
  for (const path of ['first', 'second'] as const) {
    const refused = read(path, () => void inspectProfile(order[path]))
    if (refused) return refused
  }
  return { comparison: comparisonOf(order) }
}

/** An error of the package library becomes that of the field. */
function read<T>(path: string, inspect: () => T) {
  try {
    return inspect()
  } catch (error) {
    if (!(error instanceof SaipError)) throw error
    return { refusal: { path, rule: error.code as string, text: error.message } }
  }
}

function inspectionOf(bytes: Uint8Array, from: number): PackageInspection {
  const { length, tree, findings } = inspectProfile(bytes)
  const { items, next } = pageOf(flatten(tree), from, inspectionPage.parts)
  return {
    length,
    elements: tree.length,
    parts: items,
    next,
    findings: findings.slice(0, inspectionPage.findings).map(findingOf),
    findingCount: findings.length,
  }
}

function comparisonOf({
  first,
  second,
  from,
}: {
  first: Uint8Array
  second: Uint8Array
  from: number
}): PackageComparison {
  const all = compareProfiles(first, second)
  const { items, next } = pageOf(all.map(differenceOf), from, inspectionPage.differences)
  return { differences: items, total: all.length, next }
}

/** Characters of a page. One item may be longer. */
const MOST_CHARS = 512 * 1024

/** The items of a page: as many as allowed, and no more text than the server can write at once. */
function pageOf<T>(all: readonly T[], from: number, most: number): { items: T[]; next: number | null } {
  const items: T[] = []
  let chars = 0
  for (const item of all.slice(from, from + most)) {
    chars += JSON.stringify(item).length
    if (items.length > 0 && chars > MOST_CHARS) break
    items.push(item)
  }
  const end = from + items.length
  return { items, next: end < all.length ? end : null }
}

const flatten = (nodes: readonly PackageNode[], depth = 0): inspection.PackagePart[] =>
  nodes.flatMap(({ label, path, facts, words, offset, length, hex, isHidden, children }) => [
    {
      depth,
      label,
      path: path ?? null,
      facts: [...facts],
      words: [...words],
      offset: offset ?? null,
      length,
      hex: hex ?? null,
      isHidden,
    },
    ...flatten(children, depth + 1),
  ])

const findingOf = ({ rule, severity, clause, text, path }: Finding): inspection.PackageFinding => ({
  rule,
  severity,
  clause,
  text,
  path: path ?? null,
})

const differenceOf = (difference: Difference): inspection.PackageDifference => ({
  kind: difference.kind,
  location: [...difference.location],
  path: difference.path ?? null,
  before: [...difference.before],
  after: [...difference.after],
  offsets: { before: difference.offsets.before ?? null, after: difference.offsets.after ?? null },
})
