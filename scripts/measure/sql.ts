import type { MeasuredFile } from './tree.ts'

/** The ways in which the server writes SQL, and how each is recognized. */
const WAYS = {
  'kysely builder': /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/g,
  'statement()': /\b(statement|shapedStatement|statementOfFamily)(<[^()`]*>)?\(\s*['`]/g,
  'prepared()': /\bprepared(<[^()`]*>)?\(\s*['`]/g,
  fragment: /\bfragment`|\bshapedFragment\(/g,
  'prepared comment': /\/\* prepared \*\//g,
  'insertWrite()': /\binsertWrite\(/g,
  'sql<Row>': /\bsql<[^`]*?>+\s*`/g,
  // without commands that PostgreSQL neither describes nor prepares: parameters of a session, truncate
  'SQL text that is executed': /(?<!\bsql`(?:set local|truncate)\b[^`]*)`\s*\)?\.execute\(/g,
} as const

export type SqlWay = keyof typeof WAYS

/** How often each way is used, without those that nobody uses. */
export function sqlWays(files: readonly MeasuredFile[]): Map<SqlWay, number> {
  const counts = Object.entries(WAYS).map(([way, pattern]): [SqlWay, number] => [
    way as SqlWay,
    files.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0),
  ])
  return new Map(counts.filter(([, count]) => count > 0))
}

/** Statements whose row type is written by hand: nothing compares it with the database. */
export function uncheckedStatements(files: readonly MeasuredFile[]): number {
  const ways = sqlWays(files)
  return (ways.get('sql<Row>') ?? 0) + (ways.get('prepared()') ?? 0)
}

const MODULE = /^apps\/server\/src\/modules\/([^/]+\/[^/]+)\//

/** The modules whose SQL reads a table, in SQL or with the builder. */
export function readersOf(table: string, files: readonly MeasuredFile[]): string[] {
  const reads = new RegExp(`\\b(from|join) ${table}\\b(?!')|(From|Join|using)\\('${table}( as \\w+)?'`)
  const readers = files.filter(({ text }) => reads.test(text)).flatMap(({ path }) => MODULE.exec(path)?.[1] ?? [])
  return [...new Set(readers)].toSorted()
}
