import type { PackagePart } from '@simwright/contract/profiles/inspection'

/** A row of the tree: a part, by its index in the list of parts. */
export type TreeRow = { index: number; part: PackagePart; hasChildren: boolean; isOpen: boolean }

/**
 * The rows to show: parts whose ancestors are all open. With a search, the parts that match and their ancestors, all open.
 * @param parts in the order of a printed tree
 */
export function shownRows(parts: readonly PackagePart[], open: ReadonlySet<number>, search: string): TreeRow[] {
  const wanted = search.trim().toLowerCase()
  const matches = wanted === '' ? undefined : withAncestors(parts, (part) => isMatch(part, wanted))
  const rows: TreeRow[] = []
  let closedAt = Number.POSITIVE_INFINITY
  parts.forEach((part, index) => {
    if (part.depth > closedAt) return
    closedAt = Number.POSITIVE_INFINITY
    if (matches && !matches.has(index)) return
    const hasChildren = (parts[index + 1]?.depth ?? 0) > part.depth
    const isOpen = open.has(index) || (matches !== undefined && hasChildren)
    if (!isOpen) closedAt = part.depth
    rows.push({ index, part, hasChildren, isOpen })
  })
  return rows
}

/** The indexes of parts that match, and of all parts around them. */
function withAncestors(parts: readonly PackagePart[], matches: (part: PackagePart) => boolean): ReadonlySet<number> {
  const kept = new Set<number>()
  const path: number[] = []
  parts.forEach((part, index) => {
    path.length = part.depth
    path.push(index)
    if (matches(part)) for (const each of path) kept.add(each)
  })
  return kept
}

function isMatch({ label, path, facts, words, hex }: PackagePart, wanted: string): boolean {
  const texts = [label, path ?? '', ...facts, ...words]
  return texts.some((text) => text.toLowerCase().includes(wanted)) || hex?.includes(wanted.replaceAll(' ', '')) === true
}

/** Bytes per line of a hex dump. */
const LINE_BYTES = 16

export type HexLine = { offset: number; bytes: string; text: string }

/** Lines of a hex dump. @param hex two digits per byte @param first the offset of the first byte */
export function hexLines(hex: string, first: number, maxBytes: number): HexLine[] {
  const shown = hex.slice(0, maxBytes * 2)
  const lines: HexLine[] = []
  for (let at = 0; at < shown.length; at += LINE_BYTES * 2) {
    const bytes = shown.slice(at, at + LINE_BYTES * 2).match(/../g) ?? []
    const text = bytes.map((byte) => printable(Number.parseInt(byte, 16))).join('')
    lines.push({ offset: first + at / 2, bytes: bytes.join(' '), text })
  }
  return lines
}

const printable = (code: number): string => (code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '·')
