import type { Difference, Finding, PackageNode } from '@simwright/saip'

/** Bytes of content that are printed in hex; the rest is in the file. */
const mostHexBytes = 32

/** A tree, one line for each part with its offset and length, then its words. */
export function treeLines(nodes: readonly PackageNode[], depth = 0): string[] {
  return nodes.flatMap((node) => {
    const { label, path, facts, words, hex, children } = node
    const title = path === undefined ? label : `${label} ${path}`
    const indent = '  '.repeat(depth)
    const detail = (text: string) => `${columns()}${indent}  ${text}`
    return [
      `${columns(node.offset, node.length)}${indent}${title}`,
      ...facts.map((fact) => detail(fact)),
      ...words.map((word) => detail(`= ${word}`)),
      // Words replace bytes; content without words is shown as it is.
      ...(hex === undefined || hex === '' || words.length > 0 || children.length > 0 ? [] : [detail(hexText(hex))]),
      ...treeLines(children, depth + 1),
    ]
  })
}

/** `error file-overflow (8.3.5), element 5 usim, 3f007ff06f07: text` */
export function findingLine({ severity, rule, clause, element, path, text }: Finding): string {
  const where = element === undefined ? '' : `, element ${element.index} ${element.kind}`
  return `${severity} ${rule} (${clause})${where}${path === undefined ? '' : `, ${path}`}: ${text}`
}

/** A difference with the lines that only one of the packages has. */
export function differenceLines({ kind, location, path, before, after, offsets }: Difference): string[] {
  const at = [offsets.before, offsets.after].filter((offset) => offset !== undefined).join(' and ')
  const where = at === '' ? '' : `, byte ${at}`
  return [
    `${kind} ${location.join(' > ')}${path === undefined ? '' : ` ${path}`}${where}`,
    ...before.map((line) => `  - ${line}`),
    ...after.map((line) => `  + ${line}`),
  ]
}

/** Offset and length in decimal, or blanks for a part that is not in the package. */
function columns(offset?: number, length?: number): string {
  if (offset === undefined) return ' '.repeat(16)
  return `${String(offset).padStart(7)} ${String(length).padStart(6)}  `
}

function hexText(hex: string): string {
  const bytes = hex.length / 2
  return bytes <= mostHexBytes ? hex : `${hex.slice(0, 2 * mostHexBytes)}... (${bytes} bytes)`
}
