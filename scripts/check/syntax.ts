import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** A node of the syntax tree (ESTree), with what rules read of it. */
export type Node = {
  type: string
  start: number
  name?: string
  value?: unknown
  operator?: string
  callee?: Node
  object?: Node
  property?: Node
  tag?: Node
  key?: Node
  id?: Node
  init?: Node
  left?: Node
  right?: Node
  argument?: Node
  expression?: Node
  body?: unknown
  arguments?: readonly Node[]
  [field: string]: unknown
}

/** A source file, and its text. */
export type Source = { path: string; text: string; tree: Node }

export function readSource(root: string, path: string): Source {
  return parseSource(path, readFileSync(join(root, path), 'utf8'))
}

export function parseSource(path: string, text: string): Source {
  return { path, text, tree: parseSync(path, text).program as unknown as Node }
}

/** Calls `visit` with each node and the nodes that contain it, the nearest first. */
export function visitNodes(
  node: Node,
  visit: (node: Node, around: readonly Node[]) => void,
  around: Node[] = [],
): void {
  visit(node, around)
  const within = [node, ...around]
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visitNodes(child, visit, within)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** `path:line` of a node. */
export function placeOf({ path, text }: Source, { start }: Node): string {
  return `${path}:${text.slice(0, start).split('\n').length}`
}

/** The names of a member expression, from its first object: `page.context().close` is `page context close`. */
export function namesOf(node: Node | undefined): string[] {
  if (node === undefined) return []
  if (node.type === 'Identifier') return [node.name ?? '']
  if (node.type === 'MemberExpression')
    return [...namesOf(node.object), ...(node.property?.type === 'Identifier' ? [node.property.name ?? ''] : [])]
  return namesOf(node.callee ?? node.tag ?? node.expression)
}
