import { type Fault, Problem } from '@simwright/contract'
import { isAlias, isCollection, isMap, isNode, isPair, LineCounter, type Node, parseDocument, visit } from 'yaml'

/** Aliases (`*name`) in a document, and how often one of them may be expanded. */
const ALIASES_MAX = 20

/** Faults that one answer lists. */
export const FAULTS_MAX = 50

/** The parsed values of a YAML document, and the lines that they are on. */
export type YamlSource = {
  /** Empty values are absent. */
  values: unknown
  /** The line of the value at a path; of its nearest ancestor if there is no such value. */
  lineOf: (path: readonly string[]) => number
}

/**
 * Parses one YAML 1.2 document of the core schema: no tags, few aliases, each key once.
 * @throws Problem `invalid` with the line of each fault
 */
export function parseYaml(text: string): YamlSource {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    prettyErrors: false,
    stringKeys: true,
    lineCounter: lines,
  })
  const lineAt = (offset: number) => lines.linePos(offset).line
  refuse(document.errors.map(({ message, pos }) => lineFault(lineAt(pos[0]), message)))
  refuse(unsafeNodes(document.contents).map(({ node, text }) => lineFault(lineAt(node.range?.[0] ?? 0), text)))
  if (!isMap(document.contents))
    refuse([lineFault(1, 'A document has one field in each line, such as `name: Retail`.')])
  return {
    values: withoutNulls(expanded(() => document.toJS({ maxAliasCount: ALIASES_MAX }))),
    lineOf: (path) => lineAt(startOf(document.contents, path)),
  }
}

const lineFault = (line: number, text: string): Fault => ({ path: 'yaml', rule: 'yaml', text: lineText(line, text) })

/** The text of a fault with its line and, if it is in a field, the label of the field. */
export function lineText(line: number, text: string, label?: string): string {
  const end = /[.!?]$/.test(text) ? '' : '.'
  return `Line ${line}${label === undefined ? '' : `, ${label}`}: ${text}${end}`
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new Problem('invalid', {}, { faults: faults.slice(0, FAULTS_MAX) })
}

const TAG_TEXT = 'Tags, such as !!binary, are not allowed.'
const ALIAS_TEXT = `Up to ${ALIASES_MAX} aliases (*name) are allowed.`

/** The nodes with tags, and the alias that is one too many. */
function unsafeNodes(contents: Node | null): { node: Node; text: string }[] {
  const found: { node: Node; text: string }[] = []
  let aliases = 0
  visit(contents, {
    Node: (_key, node) => {
      if (isAlias(node)) {
        aliases++
        if (aliases === ALIASES_MAX + 1) found.push({ node, text: ALIAS_TEXT })
      } else if (node.tag !== undefined) found.push({ node, text: TAG_TEXT })
    },
  })
  return found
}

/** @throws Problem `invalid` for aliases that multiply one another */
function expanded(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    // thrown by the library for too many expansions
    if (!(error instanceof ReferenceError)) throw error
    throw new Problem('invalid', {}, { faults: [lineFault(1, ALIAS_TEXT)], cause: error })
  }
}

/** The offset of the value at a path: of its key in a map, of the entry in a list. */
function startOf(contents: Node | null, path: readonly string[]): number {
  let [node, offset]: [unknown, number] = [contents, contents?.range?.[0] ?? 0]
  for (const name of path) {
    if (!isCollection(node)) return offset
    const entry: unknown = isMap(node)
      ? node.items.find(({ key }) => isNode(key) && 'value' in key && key.value === name)
      : node.items[Number(name)]
    if (isPair(entry)) {
      offset = isNode(entry.key) ? (entry.key.range?.[0] ?? offset) : offset
      node = entry.value
    } else if (isNode(entry)) {
      offset = entry.range?.[0] ?? offset
      node = entry
    } else return offset
  }
  return offset
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutNulls(one)]))
}
