import { toHex } from '@simwright/asn1'

/** A part of a package in words, with its bytes. Plain data. */
export interface PackageNode {
  /** Unique among its siblings, and equal for the same part of another package. */
  readonly key: string
  readonly label: string
  /** The path of a file from the MF on, in hex. */
  readonly path?: string
  /** Properties: of a file its structure, sizes and access rule. */
  readonly facts: readonly string[]
  /** The content in words. */
  readonly words: readonly string[]
  /** The first byte in the package. Undefined for what the package does not contain, such as content from a template. */
  readonly offset: number | undefined
  /** Bytes in the package. */
  readonly length: number
  /** The content in hex. Undefined for a part that has only children, and for hidden content. */
  readonly hex: string | undefined
  /** Whether the content is a key or code that is not shown. */
  readonly isHidden: boolean
  readonly children: readonly PackageNode[]
}

/** The bytes that a tree is made from: a package without its secrets, and where they were. */
export interface InspectedBytes {
  readonly bytes: Uint8Array
  /** Offsets of hidden byte strings. */
  readonly hidden: ReadonlySet<number>
}

/** What every node has, with what a caller sets. */
export function node(parts: Partial<PackageNode> & Pick<PackageNode, 'key' | 'label'>): PackageNode {
  return {
    facts: [],
    words: [],
    offset: undefined,
    length: 0,
    hex: undefined,
    isHidden: false,
    children: [],
    ...parts,
  }
}

/** Where a byte string is in the package. Undefined for a default value, which is not in it. */
export function offsetOf({ bytes }: InspectedBytes, value: Uint8Array): number | undefined {
  return value.buffer === bytes.buffer ? value.byteOffset - bytes.byteOffset : undefined
}

/**
 * The node of a byte string. `words` describes it; a hidden one is only described by its size. Undefined if the value is
 * absent.
 */
export function leaf(
  from: InspectedBytes,
  name: { key: string; label: string },
  value: Uint8Array | undefined,
  words: (value: Uint8Array) => readonly string[] = () => [],
): PackageNode[] {
  if (value === undefined) return []
  const offset = offsetOf(from, value)
  const isHidden = offset !== undefined && value.length > 0 && from.hidden.has(offset)
  const place = { ...name, offset, length: offset === undefined ? 0 : value.length, isHidden }
  if (isHidden) return [node({ ...place, words: [hiddenText(value.length)] })]
  return [node({ ...place, words: words(value), hex: toHex(value) })]
}

/** What is shown instead of a key or code. */
export function hiddenText(bytes: number): string {
  return `${bytes} bytes, not shown`
}

/** A node whose bytes are those of its children. */
export function group(
  name: { key: string; label: string; words?: readonly string[]; facts?: readonly string[] },
  children: readonly PackageNode[],
): PackageNode {
  const placed = children.filter((child) => child.offset !== undefined)
  const offset = placed.length === 0 ? undefined : Math.min(...placed.map((child) => child.offset as number))
  const end = Math.max(0, ...placed.map((child) => (child.offset as number) + child.length))
  return node({ ...name, offset, length: offset === undefined ? 0 : end - offset, children })
}

/** Siblings with the same key get a number. */
export function withUniqueKeys(nodes: readonly PackageNode[]): PackageNode[] {
  const counts = new Map<string, number>()
  return nodes.map((one) => {
    const count = (counts.get(one.key) ?? 0) + 1
    counts.set(one.key, count)
    return count === 1 ? one : { ...one, key: `${one.key} ${count}` }
  })
}
