import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, placeOf, readSource, type Source, visitNodes } from './syntax.ts'
import { EXEMPT } from './table-owner.ts'

const BEGIN = /^(selectFrom|updateTable|deleteFrom)$/
const OPENS = /^tenant(Tx|Read)$/

/** The tables with rows of enterprises, as `npm run generate` lists them. */
export function tenantTables(root: string): ReadonlySet<string> {
  const generated = readFileSync(join(root, 'apps/server/src/db/tables.gen.ts'), 'utf8')
  const [, list = ''] = /type TenantTables = \{([^}]*)\}/.exec(generated) ?? []
  return new Set([...list.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!))
}

/** The queries of `unnamedEnterprisesOf` in all files of the server. */
export function unnamedEnterprises(root: string): string[] {
  const tables = tenantTables(root)
  return globSync('apps/server/src/**/*.ts', { cwd: root })
    .filter((file) => !EXEMPT.test(file))
    .flatMap((file) => unnamedEnterprisesOf(readSource(root, file), tables))
}

/**
 * Queries of the builder that reach a table of enterprises by the handle of one enterprise without
 * `.where('enterprise_id', ...)`, as `path:line`. Row-level security gives the same rows, so no other test notices: each of
 * the two must hold without the other.
 */
export function unnamedEnterprisesOf(source: Source, tables: ReadonlySet<string>): string[] {
  const found: string[] = []
  visitNodes(source.tree, (node, around) => {
    const { object, property } = node.callee ?? {}
    const table = String(node.arguments?.[0]?.value).split(' ')[0]!
    if (!BEGIN.test(property?.name ?? '') || !tables.has(table)) return
    if (isTenantHandle(object?.name, { around, text: source.text }) && !namesEnterprise(node, around))
      found.push(placeOf(source, node))
  })
  return found
}

type Within = { around: readonly Node[]; text: string }

/** Whether the nearest parameter of this name is a TenantDb, or the handle that `tenantTx` or `tenantRead` opens. */
function isTenantHandle(name: string | undefined, { around, text }: Within): boolean {
  const at = around.findIndex((node) => paramOf(node, name) !== undefined)
  if (name === undefined || at < 0) return false
  const { typeAnnotation: type } = paramOf(around[at]!, name) as { typeAnnotation?: { start: number; end: number } }
  if (type) return /^:\s*TenantDb$/.test(text.slice(type.start, type.end))
  const opening = around[at + 1]
  return opening?.type === 'CallExpression' && OPENS.test(opening.callee?.property?.name ?? '')
}

const paramOf = (node: Node, name: string | undefined): Node | undefined =>
  Array.isArray(node.params) ? (node.params as Node[]).find((param) => param.name === name) : undefined

/** Whether a later call of the chain is `.where('enterprise_id', ...)`, with or without a name of the table. */
function namesEnterprise(begin: Node, around: readonly Node[]): boolean {
  let called = begin
  for (const node of around) {
    if (node.type !== 'MemberExpression' && node.type !== 'CallExpression') return false
    if (node.object !== called && node.callee !== called) return false
    const [column] = node.arguments ?? []
    if (node.callee?.property?.name === 'where' && /^(\w+\.)?enterprise_id$/.test(String(column?.value))) return true
    called = node
  }
  return false
}
