import { equalBytes } from '@simwright/asn1'
import { type InspectOptions, inspectProfile } from './inspect-profile.ts'
import type { PackageNode } from './package-node.ts'

/** A difference between two packages. Keys and codes appear only as "not shown". */
export interface Difference {
  readonly kind: 'added' | 'removed' | 'changed'
  /** The labels from the element inwards. */
  readonly location: readonly string[]
  /** The path of the file from the MF on, in hex. */
  readonly path: string | undefined
  /** Lines that only the first package has. */
  readonly before: readonly string[]
  /** Lines that only the second package has. */
  readonly after: readonly string[]
  /** The first byte in the first and in the second package. */
  readonly offsets: { readonly before: number | undefined; readonly after: number | undefined }
}

/**
 * Compares two packages part by part. Identifications of elements are ignored, because every added element changes those
 * after it. Hidden keys and codes are compared too, but only whether they are equal is reported.
 * @throws SaipError `malformed` with the byte offset of the fault
 */
export function compareProfiles(first: Uint8Array, second: Uint8Array, options: InspectOptions = {}): Difference[] {
  const trees = [inspectProfile(first, options).tree, inspectProfile(second, options).tree] as const
  return compareSiblings(trees, { first, second, location: [] })
}

/** The packages with their hidden bytes, and the labels of the parts around. */
interface Comparison {
  readonly first: Uint8Array
  readonly second: Uint8Array
  readonly location: readonly string[]
}

/** Differences between siblings: parts with the same key correspond. */
function compareSiblings(
  [before, after]: readonly [readonly PackageNode[], readonly PackageNode[]],
  comparison: Comparison,
): Difference[] {
  const others = new Map(after.map((node) => [node.key, node]))
  const known = new Set(before.map(({ key }) => key))
  const found = before.flatMap((node) => {
    const other = others.get(node.key)
    return other === undefined ? [lone('removed', node, comparison)] : compareNodes(node, other, comparison)
  })
  return [...found, ...after.filter(({ key }) => !known.has(key)).map((node) => lone('added', node, comparison))]
}

function compareNodes(before: PackageNode, after: PackageNode, comparison: Comparison): Difference[] {
  const location = [...comparison.location, after.label]
  const inner = compareSiblings([before.children, after.children], { ...comparison, location })
  const lines = linesThatDiffer(linesOf(before), linesOf(after))
  const isHiddenChange = hiddenBytesDiffer(before, after, comparison)
  // Bytes in words or in children are reported there.
  const isByteChange = before.hex !== after.hex && before.hex !== undefined && after.hex !== undefined
  const isExplained = inner.length > 0 || lines.before.length > 0 || lines.after.length > 0
  if (!isExplained && !isHiddenChange && !isByteChange) return []
  if (inner.length > 0 && lines.before.length === 0 && lines.after.length === 0 && !isHiddenChange) return inner
  const change = isHiddenChange
    ? { before: ['Value not shown'], after: ['Another value, not shown'] }
    : isExplained
      ? lines
      : { before: [`Bytes ${before.hex}`], after: [`Bytes ${after.hex}`] }
  return [
    {
      kind: 'changed',
      location,
      path: after.path,
      ...change,
      offsets: { before: before.offset, after: after.offset },
    },
    ...inner,
  ]
}

/** A part that only one package has. Its children are not listed. */
function lone(kind: 'added' | 'removed', node: PackageNode, { location }: Comparison): Difference {
  const lines = linesOf(node)
  return {
    kind,
    location: [...location, node.label],
    path: node.path,
    before: kind === 'removed' ? lines : [],
    after: kind === 'added' ? lines : [],
    offsets: {
      before: kind === 'removed' ? node.offset : undefined,
      after: kind === 'added' ? node.offset : undefined,
    },
  }
}

function linesOf({ facts, words }: PackageNode): string[] {
  return [...facts.filter((fact) => !fact.startsWith('Identification ')), ...words]
}

/** The lines of each list that the other one does not have as often. */
function linesThatDiffer(before: readonly string[], after: readonly string[]) {
  const counts = new Map<string, number>()
  for (const line of before) counts.set(line, (counts.get(line) ?? 0) + 1)
  const added = after.filter((line) => {
    const left = counts.get(line) ?? 0
    if (left > 0) counts.set(line, left - 1)
    return left === 0
  })
  const removed = before.filter((line) => {
    const left = counts.get(line) ?? 0
    if (left > 0) counts.set(line, left - 1)
    return left > 0
  })
  return { before: removed, after: added }
}

function hiddenBytesDiffer(before: PackageNode, after: PackageNode, { first, second }: Comparison): boolean {
  const isLeaf = before.children.length === 0 && after.children.length === 0
  if (!before.isHidden || !after.isHidden || !isLeaf) return false
  return !equalBytes(bytesOf(before, first), bytesOf(after, second))
}

function bytesOf({ offset = 0, length }: PackageNode, upp: Uint8Array): Uint8Array {
  return upp.subarray(offset, offset + length)
}
