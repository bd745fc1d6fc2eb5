import { type RawBuilder, sql } from 'kysely'
import { type Fragment, shapedFragment } from '../../../db/fragment.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'

/** Values of a row, or SQL expressions over the updated row (alias `t`). */
type Values = Readonly<Record<string, unknown>>

/** SQL types of columns in arrays of rows; a missing column is text. */
const COLUMN_TYPES: Readonly<Record<string, string>> = {
  id: 'uuid',
  enterprise_id: 'uuid',
  profile_id: 'uuid',
  activation_code_id: 'uuid',
  order_id: 'uuid',
  configuration_id: 'uuid',
  batch_id: 'uuid',
  campaign_id: 'uuid',
  group_id: 'uuid',
  pool_id: 'uuid',
  push_id: 'uuid',
  charged_to: 'uuid',
  actor_id: 'uuid',
  message_id: 'uuid',
  rule_id: 'uuid',
  created_by: 'uuid',
  member_id: 'uuid',
  at: 'timestamptz',
  created_at: 'timestamptz',
  status_at: 'timestamptz',
  order_state_at: 'timestamptz',
  state_at: 'timestamptz',
  handed_out_at: 'timestamptz',
  enabled_at: 'timestamptz',
  expires_at: 'timestamptz',
  recycle_at: 'timestamptz',
  recycle_begun_at: 'timestamptz',
  recycle_due_at: 'timestamptz',
  bucket: 'timestamptz',
  delta: 'int',
  downloads: 'int',
  orders: 'int',
  number: 'int',
  rule_depth: 'smallint',
  attempts: 'int',
  confirmation_failures: 'int',
  configuration_version: 'int',
  max_attempts: 'int',
  max_redownloads: 'int',
  device_release: 'int',
  last_sequence: 'bigint',
  allow_device_change: 'boolean',
  sample: 'boolean',
  repeated: 'boolean',
  without_matching_id: 'boolean',
  sealed: 'bytea',
  sealed_confirmation: 'bytea',
  text_values: 'jsonb',
}

const typeOf = (column: string) => sql.raw(COLUMN_TYPES[column] ?? 'text')

/** Rows as one array per column, with the alias `r(column, ...)`. */
export function rowsOf(columns: readonly string[], rows: readonly Values[]): RawBuilder<unknown> {
  const arrays = columns.map((column) => sql`${rows.map((row) => row[column] ?? null)}::${typeOf(column)}[]`)
  return sql`unnest(${sql.join(arrays)}) as r(${namesOf(columns)})`
}

/**
 * Inserts rows that have the same columns. Values of `common` apply to all rows and are sent once. A single row is sent
 * as `values (...)`, which PostgreSQL plans faster.
 */
export function insertWrite(table: string, rows: readonly Values[], common: Values = {}): Write {
  if (rows.length === 1) return insertRowWrite(table, { ...common, ...rows[0] })
  const columns = Object.keys(rows[0]!)
  const shared = Object.keys(common)
  const selected = [
    ...shared.map((column) => sql`${common[column] ?? null}::${typeOf(column)}`),
    ...columns.map((column) => sql.ref(`r.${column}`)),
  ]
  return sql`insert into ${sql.table(table)} (${namesOf([...shared, ...columns])})
    select ${sql.join(selected)} from ${rowsOf(columns, rows)}`
}

function insertRowWrite(table: string, row: Values): Write {
  const columns = Object.keys(row)
  const build = () => [
    `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values (`,
    ...columns.slice(1).map(() => ', '),
    ')',
  ]
  const values = columns.map((column) => row[column] ?? null)
  return shapedFragment(`insert ${table} ${columns}`, build, values)
}

const quoted = (name: string) => `"${name}"`

const namesOf = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

export type RowUpdate = { id: string; set: Values }

/** Up to this many different sets of values, one statement for each set is faster than a join with arrays. */
const STATEMENTS_MAX = 4

/**
 * Updates rows of a tenant table by their ids. Rows with the same new values share a statement; with many different
 * values, all rows are sent as arrays in one statement.
 */
export function updateWrites(
  { table, enterpriseId, key = 'id' }: { table: string; enterpriseId: EnterpriseId; key?: string },
  updates: readonly RowUpdate[],
): Write[] {
  const changed = updates.filter(({ set }) => Object.keys(set).length > 0)
  if (changed.length === 1) return [sameValuesWrite({ table, enterpriseId, key }, changed)]
  const byColumns = Map.groupBy(changed, ({ set }) => Object.keys(set).sort().join(' '))
  return [...byColumns.values()].flatMap((alike) => {
    const byValues = Map.groupBy(alike, ({ set }) => keyOf(set))
    if (byValues.size <= STATEMENTS_MAX)
      return [...byValues.values()].map((same) => sameValuesWrite({ table, enterpriseId, key }, same))
    return [ownValuesWrite({ table, enterpriseId, key }, alike)]
  })
}

type Target = { table: string; enterpriseId: EnterpriseId; key: string }

const keyOf = (set: Values) =>
  Object.keys(set)
    .sort()
    .map((name) => `${name}=${textOf(set[name])}`)
    .join(' ')

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return JSON.stringify(value)
}

function sameValuesWrite({ table, enterpriseId, key }: Target, updates: readonly RowUpdate[]): Write {
  const { set } = updates[0]!
  const columns = Object.keys(set).sort()
  const isOne = updates.length === 1
  const build = () => [
    `update ${quoted(table)} set ${quoted(columns[0]!)} = `,
    ...columns.slice(1).map((column) => `, ${quoted(column)} = `),
    ' where enterprise_id = ',
    ` and ${quoted(key)} = ${isOne ? '' : 'any('}`,
    isOne ? '' : '::uuid[])',
  ]
  const ids = updates.map(({ id }) => id)
  const values = [...columns.map((column) => set[column]), enterpriseId, isOne ? ids[0] : ids]
  return shapedFragment(`update ${isOne ? 'one' : 'many'} ${table} by ${key} ${columns}`, build, values)
}

type Versioned = RowUpdate & { table: string; enterpriseId: EnterpriseId; version: string; only: Fragment }

/** Updates a row if it is still the version (`xmin`) that was read and `only` applies; returns a row then. */
export function versionedUpdate({ table, enterpriseId, id, version, set, only }: Versioned): Fragment {
  const columns = Object.keys(set).sort()
  const build = () => [
    `update ${quoted(table)} set ${quoted(columns[0]!)} = `,
    ...columns.slice(1).map((column) => `, ${quoted(column)} = `),
    ' where enterprise_id = ',
    ' and id = ',
    ' and xmin = ',
    '::xid and ',
    ' returning 1',
  ]
  const values = [...columns.map((column) => set[column]), enterpriseId, id, version, only]
  return shapedFragment(`update version of ${table}: ${columns}`, build, values)
}

function ownValuesWrite({ table, enterpriseId, key }: Target, updates: readonly RowUpdate[]): Write {
  const columns = Object.keys(updates[0]!.set).sort()
  const rows = updates.map(({ id, set }) => ({ row_id: id, ...set }))
  const arrays = [
    sql`${rows.map((row) => row.row_id)}::uuid[]`,
    ...columns.map((column) => sql`${updates.map(({ set }) => set[column] ?? null)}::${typeOf(column)}[]`),
  ]
  const sets = columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`)
  return sql`update ${sql.table(table)} t set ${sql.join(sets)}
    from unnest(${sql.join(arrays)}) as r(${namesOf(['row_id', ...columns])})
    where t.enterprise_id = ${enterpriseId} and t.${sql.ref(key)} = r.row_id`
}
