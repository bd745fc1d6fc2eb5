import type * as inspection from '@simwright/contract/profiles/inspection'
import { inspectionPage, type PackageComparison, type PackageInspection } from '@simwright/contract/profiles/inspection'
import { PACKAGE_MAX_BYTES } from '@simwright/contract/profiles/package-text'
import {
  compareProfiles,
  type Difference,
  type Finding,
  inspectProfile,
  type PackageNode,
  parsePackageText,
  SaipError,
} from '@simwright/saip'
import type { RunTask } from '../../../worker/task.ts'

/** One package, or two to compare, as text or DER, and where the page begins. */
export type InspectionOrder =
  | { source: string | Uint8Array; from: number }
  | { first: string | Uint8Array; second: string | Uint8Array; from: number }

/** A page, or why a package is refused; `path` says which one. */
export type InspectionAnswer =
  | { inspection: PackageInspection }
  | { comparison: PackageComparison }
  | { refusal: Fault }

export const run: RunTask<InspectionOrder, InspectionAnswer> = (order) => {
  try {
    if ('source' in order)
      return read('source', order.source, (bytes) => ({ inspection: inspectionOf(bytes, order.from) }))
    // read one by one, so that an error names the package
    const [first, second] = (['first', 'second'] as const).map((path) => read(path, order[path], inspected))
    return { comparison: comparisonOf({ first: first!, second: second!, from: order.from }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: error.fault }
  }
}

type Fault = { path: string; rule: string; text: string }

class Refusal extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.text)
    this.fault = fault
  }
}

function inspected(bytes: Uint8Array): Uint8Array {
  inspectProfile(bytes)
  return bytes
}

/** @throws Refusal for a text or a package that cannot be read; `path` is that of its field */
function read<T>(path: string, source: string | Uint8Array, inspect: (bytes: Uint8Array) => T): T {
  const bytes = typeof source === 'string' ? decoded(`${path}.text`, source) : source
  try {
    return inspect(bytes)
  } catch (error) {
    if (!(error instanceof SaipError)) throw error
    throw new Refusal({ path, rule: error.code, text: error.message })
  }
}

function decoded(path: string, source: string): Uint8Array {
  const bytes = parsePackageText(source)
  if (bytes === undefined) {
    const text = 'Not a profile package: neither DER, nor hexadecimal digits, nor Base64.'
    throw new Refusal({ path, rule: 'format', text })
  }
  if (bytes.length <= PACKAGE_MAX_BYTES) return bytes
  throw new Refusal({ path, rule: 'too_big', text: `Up to ${PACKAGE_MAX_BYTES / 1024} KiB.` })
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
