import { globSync } from 'node:fs'
import { AREAS } from './area.ts'
import { FOREIGN_READS, type ForeignRead, LATER_READS } from './foreign-read.ts'
import { type Node, namesOf, readSource, visitNodes } from './syntax.ts'
import { EXEMPT, OWNERS } from './table-owner.ts'

/** A module, or a folder of the server outside of `modules`, whose SQL reads a table. */
export type Read = { reader: string; table: string; file: string }

/** In SQL: the table after `from`, `join` or `using`, and those after a comma of `from`. */
const IN_SQL = /\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?(\w+)(?=((?:\s+\w+)?(?:\s*,\s*\w+(?:\s+\w+)?)*))/gi

/** Names of common table expressions, which hide a table of the same name. */
const NAMED_QUERY = /(?:\bwith\s+(?:recursive\s+)?|,\s*)(\w+)(?:\([^)]*\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi

const BUILDER = /^(selectFrom|from|using|(inner|left|right|full|cross)Join(Lateral)?)$/

/** The tables that a source file reads, in SQL or with the builder. Names that only a run knows are not found. */
export function tablesRead(tree: Node): string[] {
  const found: string[] = []
  visitNodes(tree, (node) => {
    if (node.type === 'TemplateLiteral') found.push(...tablesOfSql(textOf(node)))
    if (node.type === 'CallExpression' && namesOf(node).join('.') === 'sql.raw')
      found.push(...(node.arguments ?? []).flatMap(tablesOfRaw))
    if (node.type === 'CallExpression' && BUILDER.test(node.callee?.property?.name ?? ''))
      found.push(...(node.arguments ?? []).slice(0, 1).flatMap(tablesNamed))
  })
  return [...new Set(found)]
}

function tablesOfSql(text: string): string[] {
  const named = [...text.matchAll(NAMED_QUERY)].map(([, name]) => name!)
  const tables = [...text.matchAll(IN_SQL)].flatMap(([, first, rest = '']) => [
    first!,
    ...[...rest.matchAll(/,\s*(\w+)/g)].map(([, name]) => name!),
  ])
  return tables.filter((table) => !named.includes(table))
}

/** `sql.raw('plan_order o join enterprise e on ...')` can begin with its table. */
function tablesOfRaw({ value }: Node): string[] {
  return typeof value === 'string' && / join /.test(value) ? tablesOfSql(`from ${value}`) : []
}

/** The text of a template, with `$` for each value. */
function textOf(node: Node): string {
  return (node.quasis as readonly { value: { raw: string } }[]).map(({ value }) => value.raw).join('$')
}

/** `'member as m'` or a list of such texts. */
function tablesNamed(node: Node): string[] {
  if (node.type === 'ArrayExpression') return (node.elements as Node[]).flatMap(tablesNamed)
  return typeof node.value === 'string' ? [node.value.split(' ')[0]!] : []
}

/** The reads of tables by others than their owner. */
export function readForeignTables(root: string): Read[] {
  const owners = new Map(OWNERS.flatMap(({ folder, tables }) => tables.map((table) => [table, folder] as const)))
  return globSync('apps/server/src/**/*.ts', { cwd: root })
    .filter((file) => !EXEMPT.test(file) && !file.endsWith('.gen.ts'))
    .flatMap((file) =>
      tablesRead(readSource(root, file).tree)
        .filter((table) => owners.has(table) && !file.startsWith(owners.get(table)!))
        .map((table) => ({ reader: readerOf(file), table, file })),
    )
}

const readerOf = (file: string) =>
  /^apps\/server\/src\/(?:modules\/([^/]+\/[^/]+)\/|([^/]+))/.exec(file)!.slice(1).find(Boolean)!

const OWNER_OF = new Map(OWNERS.flatMap(({ owner, tables }) => tables.map((table) => [table, owner] as const)))

const areaOf = (module: string | undefined) => AREAS.findIndex((area) => module?.startsWith(`${area}/`))

const isOfLaterArea = ({ reader, table }: Pick<Read, 'reader' | 'table'>) =>
  areaOf(reader) >= 0 && areaOf(OWNER_OF.get(table)) > areaOf(reader)

const isListed = ({ reader, table }: Read, list: readonly ForeignRead[]) =>
  list.some(({ by, tables }) => by === reader && tables.includes(table))

/** Reads of tables of other modules that are not listed with a reason. */
export function foreignReads(reads: readonly Read[]): string[] {
  return unlisted(
    reads.filter((read) => !isOfLaterArea(read)),
    FOREIGN_READS,
  )
}

/** Reads of tables that belong to a later area than the reader, and are not listed. */
export function readsOfLaterAreas(reads: readonly Read[]): string[] {
  return unlisted(reads.filter(isOfLaterArea), LATER_READS)
}

const unlisted = (reads: readonly Read[], list: readonly ForeignRead[]) =>
  reads
    .filter((read) => !isListed(read, list))
    .map(({ file, table }) => `${file}: ${table} belongs to ${OWNER_OF.get(table)}`)

/** Listed reads that do not occur, or are listed twice or in the wrong list. */
export function unusedReads(reads: readonly Read[]): string[] {
  const used = new Set(reads.map(({ reader, table }) => `${reader} ${table}`))
  const check = (list: readonly ForeignRead[], later: boolean) => {
    const listed = list.flatMap(({ by, tables }) => tables.map((table) => ({ reader: by, table })))
    const names = listed.map(({ reader, table }) => `${reader} ${table}`)
    return names.filter(
      (name, at) => !used.has(name) || names.indexOf(name) !== at || isOfLaterArea(listed[at]!) !== later,
    )
  }
  return [...check(FOREIGN_READS, false), ...check(LATER_READS, true)]
}
