import { type Node, parseSync, visitorKeys } from 'oxc-parser'
import type { Change } from './edit.ts'

type Found = Pick<Change, 'kind' | 'start' | 'end' | 'text'>
type Finder = (node: Node, source: string, parent: Node | undefined) => Found[]

const FUNCTIONS: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
/** Boundary or opposite of each comparison; equality is the condition's own opposite. */
const COMPARISONS: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
}
const METHODS: Readonly<Record<string, string>> = { some: 'every', every: 'some', min: 'max', max: 'min' }

/** All changes of a source file, in the order of the source. Types, texts, imports and log lines are left as they are. */
export function changesOf(file: string, source: string): Change[] {
  const { program } = parseSync(file, source)
  const found: Change[] = []
  const walk = (node: Node, parent: Node | undefined, atLoad: boolean) => {
    if (node.type.startsWith('TS') && !UNWRAPPED.has(node.type)) return
    if (isLogCall(node, source)) return
    const at = atLoad && !(FUNCTIONS.has(node.type) && !isCalledAtOnce(node, parent))
    for (const change of FINDERS.flatMap((find) => find(node, source, parent))) {
      if (!isOneLine(source, change)) continue
      found.push({ file, line: lineOf(source, change.start), ...change, atLoad: at })
    }
    for (const child of isComparator(node, source) ? [] : childrenOf(node)) walk(child, node, at)
  }
  walk(program as unknown as Node, undefined, true)
  return found.toSorted((a, b) => a.start - b.start)
}

/** TypeScript's wrappers of expressions. */
const UNWRAPPED: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

function childrenOf(node: Node): Node[] {
  const children = node as unknown as Record<string, Node | (Node | null)[] | null | undefined>
  return (visitorKeys[node.type] ?? []).flatMap((key) => children[key] ?? []).filter((child) => child !== null)
}

/** `a < b ? -1 : 1`: only its sign matters, and the order of equals does not. */
function isComparator(node: Node, source: string): boolean {
  if (node.type !== 'ConditionalExpression' || node.test.type !== 'BinaryExpression') return false
  const signs = [node.consequent, node.alternate].map((sign) => textOf(source, sign)).join(' ')
  return COMPARISONS[node.test.operator] !== undefined && ['-1 1', '1 -1'].includes(signs)
}

function isCalledAtOnce(node: Node, parent: Node | undefined): boolean {
  return parent?.type === 'CallExpression' && parent.callee === node
}

function isLogCall(node: Node, source: string): boolean {
  return node.type === 'CallExpression' && /(^|\.)(log|console|progress)\b/.test(textOf(source, node.callee))
}

function isOneLine(source: string, { start, end }: Found): boolean {
  return !source.slice(start, end).trim().includes('\n')
}

function textOf(source: string, { start, end }: { start: number; end: number }): string {
  return source.slice(start, end)
}

export function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}

const conditions: Finder = (node, source) => {
  const isTest = node.type === 'IfStatement' || node.type === 'ConditionalExpression'
  if (!isTest) return []
  const { test } = node
  const inverted: Found = { kind: 'condition inverted', ...span(test), text: `!(${textOf(source, test)})` }
  const leaves =
    node.type === 'IfStatement' && !node.alternate && ['ThrowStatement', 'ReturnStatement'].includes(first(node).type)
  const never: Found = { kind: 'condition never true', ...span(test), text: `false && (${textOf(source, test)})` }
  return leaves ? [inverted, never] : [inverted]
}

/** The first statement that runs when the condition holds. */
function first(node: Extract<Node, { type: 'IfStatement' }>): Node {
  const { consequent } = node
  return consequent.type === 'BlockStatement' ? (consequent.body[0] ?? consequent) : consequent
}

function span({ start, end }: { start: number; end: number }): { start: number; end: number } {
  return { start, end }
}

const operands: Finder = (node, source) => {
  if (node.type !== 'LogicalExpression' || node.operator === '??') return []
  return [node.left, node.right].map((kept) => ({
    kind: 'operand dropped' as const,
    ...span(node),
    text: `(${textOf(source, kept)})`,
  }))
}

const comparisons: Finder = (node, source) => {
  if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return []
  const operator = operatorSpan(source, node)
  const boundary = COMPARISONS[node.operator]
  if (boundary !== undefined) return [{ kind: 'comparison moved', ...operator, text: boundary }]
  const isSum = node.operator === '+' && ![node.left, node.right].some((side) => isText(side))
  const other = isSum ? '-' : (OPERATORS[node.operator] ?? { '&&': '||', '||': '&&' }[node.operator as string])
  return other === undefined ? [] : [{ kind: 'operator changed', ...operator, text: other }]
}

function operatorSpan(source: string, node: { left: Node; right: Node; operator: string }) {
  const start = source.indexOf(node.operator, node.left.end)
  return { start, end: start + node.operator.length }
}

/** Whether an operand of + is certainly text. */
function isText(node: Node): boolean {
  if (node.type === 'TemplateLiteral') return true
  if (node.type === 'BinaryExpression') return isText(node.left) || isText(node.right)
  return node.type === 'Literal' && typeof node.value === 'string'
}

const literals: Finder = (node, _source, parent) => {
  if (node.type !== 'Literal') return []
  if (typeof node.value === 'boolean') return [{ kind: 'boolean flipped', ...span(node), text: String(!node.value) }]
  if (parent?.type === 'MemberExpression' && parent.object !== node) return []
  if (typeof node.value === 'number') {
    return [{ kind: 'limit moved', ...span(node), text: String(node.value + (node.value > 1 ? -1 : 1)) }]
  }
  return typeof node.value === 'bigint' ? [{ kind: 'limit moved', ...span(node), text: `${node.value + 1n}n` }] : []
}

const methods: Finder = (node, source) => {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return []
  const { object, property } = node.callee
  if (property.type !== 'Identifier') return []
  if (property.name === 'where') {
    return [{ kind: 'where clause dropped', start: source.indexOf('.', object.end), end: node.end, text: '' }]
  }
  const other = METHODS[property.name]
  const isKnown = property.name === 'some' || property.name === 'every' || textOf(source, object) === 'Math'
  return other !== undefined && isKnown ? [{ kind: 'operator changed', ...span(property), text: other }] : []
}

const negations: Finder = (node, source) =>
  node.type === 'UnaryExpression' && node.operator === '!'
    ? [{ kind: 'condition inverted', ...span(node), text: `(${textOf(source, node.argument)})` }]
    : []

const statements: Finder = (node, source) => {
  if (node.type !== 'ExpressionStatement') return []
  const inner = node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression
  return inner.type === 'CallExpression' && !isLogCall(inner, source)
    ? [{ kind: 'statement dropped', ...span(node), text: ';' }]
    : []
}

/** The conditions of the lines `where ...` and `and ...` in a statement of SQL, each alone. */
const sqlClauses: Finder = (node, source) => {
  if (node.type !== 'TaggedTemplateExpression' || !/^sql\b/.test(textOf(source, node.tag))) return []
  const lines = textOf(source, node.quasi).matchAll(/^( *(?:and|where) )(\S.*)$/gim)
  return [...lines].flatMap(({ index, 1: word = '', 2: clause = '' }) => {
    let start = node.quasi.start + index + word.length
    return clause
      .split(/( and |`|;| (?:order|group) by | limit | for | returning | union ).*?/)
      .flatMap((part, at, parts) => {
        const from = start
        start += part.length
        const isFirst = at === 0 || parts[at - 1] === ' and '
        const isCondition = isFirst && / (?:=|<>|<|>|<=|>=|is|in|like) |^(?:not |exists|[\w.]+$)/.test(part)
        if (!isCondition || !isBalanced(part) || / between | then$/.test(part)) return []
        return [
          { kind: 'where clause dropped' as const, start: from, end: from + part.length, text: `(true or ${part})` },
        ]
      })
  })
}

function isBalanced(text: string): boolean {
  const count = (bracket: string) => text.split(bracket).length
  return count('(') === count(')') && count('{') === count('}')
}

const FINDERS: readonly Finder[] = [
  conditions,
  operands,
  comparisons,
  literals,
  methods,
  negations,
  statements,
  sqlClauses,
]
