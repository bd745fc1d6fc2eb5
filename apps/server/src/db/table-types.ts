import type { Client } from 'pg'

type NamedType = { type: string; from: string }

const ICCID_KEY: NamedType = { type: 'Iccid', from: '@simwright/ids' }
const CARD_ICCID: NamedType = { type: 'CardIccid', from: '@simwright/ids' }

const ROW_IDS = [
  'EnterpriseId',
  'ProfileId',
  'UserId',
  'PlatformId',
  'ActivationCodeId',
  'OrderId',
  'PoolId',
  'GroupId',
  'ConfigurationId',
  'BatchId',
] as const

const rowId = (type: (typeof ROW_IDS)[number] | 'SourceId'): NamedType => ({ type, from: './row-id.ts' })

/**
 * Columns whose type another file defines: `table.column`, or a column name with the same meaning in every table. An ICCID is
 * branded where only parsed ones are written: rows of an operation and messages of applets keep what was sent. The
 * directory has the key of each ICCID, all other tables its form on the card.
 */
const NAMED_TYPES: Readonly<Record<string, NamedType>> = {
  ...Object.fromEntries(ROW_IDS.map((type) => [snake(type), rowId(type)])),
  'activation_code.id': rowId('ActivationCodeId'),
  'batch.id': rowId('BatchId'),
  'batch.source_id': rowId('SourceId'),
  'batch_row.iccid': CARD_ICCID,
  'download_order.id': rowId('OrderId'),
  'iccid_directory.iccid': ICCID_KEY,
  'operation.kind': { type: 'OperationKind', from: '@simwright/contract/provisioning/operation-kind' },
  'platform.id': rowId('PlatformId'),
  'profile.iccid': CARD_ICCID,
  'profile.id': rowId('ProfileId'),
  'profile_configuration.id': rowId('ConfigurationId'),
  'source.id': rowId('SourceId'),
  'source_part.source_id': rowId('SourceId'),
  'user_account.id': rowId('UserId'),
}

const namedType = ({ table, column }: Pick<Column, 'table' | 'column'>) =>
  NAMED_TYPES[`${table}.${column}`] ?? NAMED_TYPES[column]

type Column = {
  table: string
  forced: boolean
  column: string
  type: string
  nullable: boolean
  generated: boolean
  check: string | null
}

/**
 * Generates `tables.gen.ts`: the TypeScript types of all tables of a migrated database. A column with a CHECK on a
 * list of values becomes a union; a table that forces row-level security is a tenant table.
 */
export async function describeTables(client: Client): Promise<string> {
  const { rows } = await client.query<Column>(SELECT_COLUMNS)
  const tables = Map.groupBy(rows, (row) => row.table)
  const types = [...tables].map(([table, columns]) => tableType(table, columns))
  const kind = (forced: boolean) =>
    [...tables].filter(([, columns]) => columns[0]!.forced === forced).map(([table]) => table)
  return [
    '// Generated from the migrations by npm run generate.',
    ...imports(rows),
    "import type { ColumnType, Generated } from 'kysely'",
    '',
    '/** Reached inside tenantTx, tenantRead and systemTx only. */',
    tableList('TenantTables', kind(true)),
    '',
    tableList('GlobalTables', kind(false)),
    '',
    'type Bytes = ColumnType<Buffer, Uint8Array>',
    '/** Parsed when read; written as JSON text. */',
    'type Json = ColumnType<unknown, string>',
    '',
    types.join('\n\n'),
    '',
  ].join('\n')
}

const SELECT_COLUMNS = `
  select c.relname as table, c.relrowsecurity and c.relforcerowsecurity as forced, a.attname as column,
         format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
         a.atthasdef or a.attidentity <> '' as generated,
         (select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) ~ '= (ANY|''[^'']*''::text\\)\\))' limit 1) as check
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname collate "C", a.attnum`

export const TYPES: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  character: 'string',
  'character varying': 'string',
  date: 'string',
  numeric: 'string',
  inet: 'string',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  bytea: 'Bytes',
  json: 'Json',
  jsonb: 'Json',
}

function tableType(table: string, columns: readonly Column[]): string {
  return [
    `export type ${pascal(table)}Table = {`,
    ...columns.map((column) => `  ${column.column}: ${columnType(column)}`),
    '}',
  ].join('\n')
}

function columnType({ table, column, type, nullable, generated, check }: Column): string {
  const isArray = type.endsWith('[]')
  const element = TYPES[isArray ? type.slice(0, -2) : type]
  if (element === undefined) throw new Error(`${table}.${column}: no TypeScript type is known for ${type}`)
  const named = namedType({ table, column })?.type ?? listedValues(check) ?? element
  const base = isArray ? `${element}[]` : named
  if (base === 'Bytes' && nullable) return 'ColumnType<Buffer | null, Uint8Array | null>'
  if (base === 'Json' && nullable) return 'ColumnType<unknown, string | null>'
  if (base === 'Json' && generated) return 'ColumnType<unknown, string | undefined, string>'
  const value = nullable ? `${base} | null` : base
  return generated ? `Generated<${value}>` : value
}

/** The imports of types that other files define. */
function imports(columns: readonly Column[]): string[] {
  const used = columns.flatMap((column) => namedType(column) ?? [])
  const byFile = [...Map.groupBy(used, ({ from }) => from)].sort(([a], [b]) => (a < b ? -1 : 1))
  return byFile.map(([from, names]) => {
    const types = [...new Set(names.map(({ type }) => type))].sort()
    return `import type { ${types.join(', ')} } from '${from}'`
  })
}

/** The literals of `CHECK ((state = ANY (ARRAY['A'::text, 'B'::text])))`. */
function listedValues(check: string | null): string | undefined {
  const literals = check?.match(/'(?:[^']|'')*'(?=::text)/g)
  return literals?.map((literal) => `'${literal.slice(1, -1).replaceAll("''", "\\'")}'`).join(' | ')
}

function tableList(name: string, tables: readonly string[]): string {
  return [`export type ${name} = {`, ...tables.map((table) => `  ${table}: ${pascal(table)}Table`), '}'].join('\n')
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function snake(name: string): string {
  return name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}
