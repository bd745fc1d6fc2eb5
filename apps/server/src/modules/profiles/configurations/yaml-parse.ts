import type { Fault } from '@simwright/contract'
import {
  type ErrorCode,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLParseError,
} from 'yaml'

/** Aliases (`*name`) in a document, and how often one of them may be expanded. */
const ALIASES_MAX = 20

/** Levels of maps and lists in each other: far more than any configuration has. */
const NESTING_MAX = 50

/** Faults that one answer lists. */
export const FAULTS_MAX = 50

/** The line of a value, and the lines of its entries by name or position unless all of them are on that line. */
export type Lines = number | { line: number; entries: ReadonlyMap<string, Lines> }

/** The values of a YAML document, without empty ones, and the lines that they are on. */
export type ParsedYaml = { values: unknown; lines: Lines }

/** A document is refused. */
export class YamlRefusal extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[], cause?: unknown) {
    super(faults[0]?.text, { cause })
    this.faults = faults.slice(0, FAULTS_MAX)
  }
}

/**
 * Parses one YAML 1.2 document of the core schema: no tags, few aliases, each key once. Takes a second for the longest
 * documents, so those are parsed in a process of their own.
 * @throws YamlRefusal with the line of each fault
 */
export function parseYaml(text: string): ParsedYaml {
  const counter = new LineCounter()
  const document = parsed(text, counter)
  const lineAt = (offset: number) => counter.linePos(offset).line
  refuse(syntaxFaults(document.errors, lineAt))
  refuse(unsafeNodes(document.contents).map(({ node, text }) => lineFault(lineAt(node.range?.[0] ?? 0), text)))
  if (!isMap(document.contents))
    refuse([lineFault(1, 'A document has one field in each line, such as `name: Retail`.')])
  return {
    values: withoutNulls(expanded(() => document.toJS({ maxAliasCount: ALIASES_MAX }))),
    lines: linesOf(document.contents, lineAt(document.contents?.range?.[0] ?? 0), lineAt),
  }
}

/** @throws YamlRefusal for nesting that overflows the stack of the library */
function parsed(text: string, lineCounter: LineCounter) {
  try {
    const document = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      prettyErrors: false,
      stringKeys: true,
      lineCounter,
    })
    if (isDeeperThan(document.contents, NESTING_MAX)) throw tooDeep()
    return document
  } catch (error) {
    throw error instanceof RangeError ? tooDeep(error) : error
  }
}

const tooDeep = (cause?: unknown) => new YamlRefusal([lineFault(1, TOO_DEEP_TEXT)], cause)

/** Without recursion, which would overflow the stack before it finds out. */
function isDeeperThan(contents: unknown, limit: number): boolean {
  let level: unknown[] = [contents]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((node) =>
      isCollection(node) ? node.items.flatMap((item) => (isPair(item) ? [item.key, item.value] : [item])) : [],
    )
  }
  return false
}

/** The library's errors. What follows nesting that is too deep is a consequence of it. */
function syntaxFaults(errors: readonly YAMLParseError[], lineAt: (offset: number) => number): Fault[] {
  const tooDeep = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION')
  const shown = tooDeep ? [tooDeep] : errors
  const faults = shown.map(({ code, message, pos }) => lineFault(lineAt(pos[0]), syntaxTexts[code] ?? message))
  return [...new Map(faults.map((fault) => [fault.text, fault])).values()]
}

const TOO_DEEP_TEXT = 'Nested too deeply.'

/** Where the library's own text is for programmers. */
const syntaxTexts: Partial<Record<ErrorCode, string>> = {
  RESOURCE_EXHAUSTION: TOO_DEEP_TEXT,
  MULTIPLE_DOCS: 'A second document begins here. Import one document at a time.',
}

export const lineFault = (line: number, text: string): Fault => ({
  path: 'yaml',
  rule: 'yaml',
  text: lineText(line, text),
})

/** The text of a fault with its line and, if it is in a field, the label of the field. */
export function lineText(line: number, text: string, label?: string): string {
  const end = /[.!?]$/.test(text) ? '' : '.'
  return `Line ${line}${label === undefined ? '' : `, ${label}`}: ${text}${end}`
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new YamlRefusal(faults)
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

/** @throws YamlRefusal for aliases that multiply one another */
function expanded(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    // thrown by the library for too many expansions
    if (!(error instanceof ReferenceError)) throw error
    throw new YamlRefusal([lineFault(1, ALIAS_TEXT)], error)
  }
}

/** The lines of a value that begins on `line`. An entry of a map begins with its key. */
function linesOf(node: unknown, line: number, lineAt: (offset: number) => number): Lines {
  if (!isCollection(node)) return line
  const entries = node.items.map((item, index): [string, Lines] => {
    const [begin, value] = isPair(item) ? [item.key, item.value] : [item, item]
    const name = isPair(item) && isScalar(item.key) ? String(item.key.value) : String(index)
    return [name, linesOf(value, isNode(begin) && begin.range ? lineAt(begin.range[0]) : line, lineAt)]
  })
  return entries.every(([, lines]) => lines === line) ? line : { line, entries: new Map(entries) }
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutNulls(one)]))
}
