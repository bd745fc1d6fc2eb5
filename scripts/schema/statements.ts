import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, Connection, Submittable } from 'pg'
import { type WrittenStatement, writtenStatements } from '../../apps/server/src/db/statement.ts'
import { TYPES } from '../../apps/server/src/db/table-types.ts'
import { leftJoined } from './left-joined.ts'

const SERVER = join(import.meta.dirname, '..', '..', 'apps', 'server', 'src')

/** A column of a statement's rows, as PostgreSQL's RowDescription says: the numbers are 0 for what is no column of a table. */
type Field = { name: string; tableID: number; columnID: number; dataTypeID: number }

/** A column of a statement's rows, and the column of the table that it shows, if it is one. */
type DescribedField = { name: string; type: string; table: string | null; column: string | null; nullable: boolean }

/**
 * Generates `statements.gen.ts`: the row of each statement of the server that is written as SQL, as PostgreSQL describes it.
 * @throws Error with the statement's name for SQL that PostgreSQL refuses
 */
export async function describeStatements(client: Client): Promise<string> {
  await loadAll()
  const rows = new Map<string, string>()
  for (const each of writtenStatements().toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const row = rowType(each, await describe(client, each))
    const known = rows.get(each.name)
    if (known !== undefined && known !== row)
      throw new Error(`shapes of the statement "${each.name}" have different columns:\n${known}\n${row}`)
    rows.set(each.name, row)
  }
  return [
    '// Generated from the statements of the server by npm run generate.',
    "import type { Column, Row } from './row.ts'",
    '',
    '/** The row of each statement by its name; never for one that returns none. */',
    'export interface Statements {',
    ...rows.values(),
    '}',
    '',
  ].join('\n')
}

/** Loads each file that has a statement: they register themselves. */
async function loadAll(): Promise<void> {
  const files = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !file.endsWith('.test.ts'))
  for (const file of files.toSorted())
    if (/\b(s|shapedS)tatement\(/.test(readFileSync(join(SERVER, file), 'utf8'))) await import(join(SERVER, file))
}

async function describe(client: Client, { name, sql }: WrittenStatement): Promise<DescribedField[]> {
  const fields = await fieldsOf(client, sql).catch((error: Error) => {
    throw new Error(`the statement "${name}" is refused: ${error.message}\n${sql}`)
  })
  const { rows } = await client.query<Omit<DescribedField, 'name'>>(SELECT_ORIGINS, [
    fields.map((field) => field.tableID),
    fields.map((field) => field.columnID),
    fields.map((field) => field.dataTypeID),
  ])
  const described = rows.map((row, index) => ({ ...row, name: fields[index]!.name }))
  // the driver takes the last of two columns with one name
  return described.filter(({ name }, index) => described.findLastIndex((other) => other.name === name) === index)
}

const SELECT_ORIGINS = `
  select format_type(f.type, null) as type, c.relname as table, a.attname as column, a.attnotnull is not true as nullable
  from unnest($1::oid[], $2::int2[], $3::oid[]) with ordinality as f("table", "column", type, place)
  left join pg_attribute a on a.attrelid = f."table" and a.attnum = f."column"
  left join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace
  order by f.place`

/** Parses and describes the SQL, without running it. */
function fieldsOf(client: Client, sql: string): Promise<Field[]> {
  return new Promise((resolve, reject) => client.query(new Description(sql, { resolve, reject })))
}

type Settled = { resolve(fields: Field[]): void; reject(error: Error): void }

/** What the driver calls on the query that it has in hand. */
class Description implements Submittable {
  readonly #sql: string
  readonly #settled: Settled
  #fields: Field[] = []

  constructor(sql: string, settled: Settled) {
    this.#sql = sql
    this.#settled = settled
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.#sql, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields
  }

  handleError(error: Error): void {
    this.#settled.reject(error)
  }

  handleReadyForQuery(): void {
    this.#settled.resolve(this.#fields)
  }
}

function rowType({ name, sql, present }: WrittenStatement, fields: readonly DescribedField[]): string {
  const unknown = present.filter((column) => !fields.some((field) => field.name === column))
  if (unknown.length > 0) throw new Error(`the statement "${name}" has no column ${unknown.join(', ')}`)
  if (fields.length === 0) return `  '${name}': never`
  const joined = leftJoined(sql)
  const typed = fields.map((field) => ({ ...field, as: columnType(field, present.includes(field.name), joined) }))
  const plain = typed.filter((field) => field.as === columnOf(field) && field.name === field.column)
  const ofTables = [...Map.groupBy(plain, ({ table }) => table)].map(
    ([table, columns]) => `Row<'${table}', ${columns.map(({ column }) => `'${column}'`).join(' | ')}>`,
  )
  const others = typed.filter((field) => !plain.includes(field)).map((field) => `${keyOf(field)}: ${field.as}`)
  return `  '${name}': ${[...ofTables, ...(others.length > 0 ? [`{ ${others.join('; ')} }`] : [])].join(' & ')}`
}

const keyOf = ({ name }: DescribedField) => (/^\w+$/.test(name) ? name : `'${name}'`)

const columnOf = ({ table, column }: DescribedField) => `Column<'${table}', '${column}'>`

function columnType(field: DescribedField, isPresent: boolean, joined: ReadonlySet<string> | 'any'): string {
  const { name, table, nullable } = field
  if (name === '?column?') throw new Error('each column of a statement needs a name')
  const type = table === null ? computed(field) : columnOf(field)
  const isJoined = table !== null && (joined === 'any' || joined.has(table))
  if (isPresent) return nullable && table !== null ? `NonNullable<${type}>` : type
  if (table === null || (isJoined && !nullable)) return `${type} | null`
  return type
}

/** The type of a column that no table has. */
function computed({ name, type }: DescribedField): string {
  const isArray = type.endsWith('[]')
  const element = TYPES[isArray ? type.slice(0, -2) : type]
  if (element === undefined) throw new Error(`${name}: no TypeScript type is known for ${type}`)
  const read = { Bytes: 'Buffer', Json: 'unknown' }[element] ?? element
  return isArray ? `${read}[]` : read
}
