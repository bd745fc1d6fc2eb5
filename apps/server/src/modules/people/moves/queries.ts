import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { type Statement, statement, statementOfFamily } from '../../../db/statement.ts'

/** A table as it is in this database. */
export type TableShape = {
  table: string
  /** Without generated ones, in their order. */
  columns: string[]
  /** Columns of the primary key except the enterprise; empty without a primary key. */
  key: string[]
}

const shapesStatement = statementOfFamily<{ tables: readonly string[] }, TableShape>(
  'shapes of moved tables',
  ({ tables }) => sql`
    select c.relname::text as table,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select a.attname::text from pg_constraint k, unnest(k.conkey) with ordinality n(attnum, position),
          pg_attribute a
        where k.conrelid = c.oid and k.contype = 'p' and a.attrelid = c.oid and a.attnum = n.attnum
          and a.attname <> 'enterprise_id' order by n.position) as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any(${tables})`,
)

/** The named tables, by name. */
export async function selectShapes(db: TenantDb, tables: readonly string[]): Promise<ReadonlyMap<string, TableShape>> {
  const rows = await shapesStatement(db, { tables })
  return new Map(rows.map((row) => [row.table, row]))
}

/** What is read of a table: its columns in the line of a row, and sealed ones next to it. */
export type Reading = { shape: TableShape; columns: readonly string[]; sealed: readonly string[]; limit: number }

/** `line` is the row as JSON; the sealed columns are properties of their own. */
export type PageRow = { line: string } & Record<string, unknown>

/** A page of rows in the order of the key, after the values of the last key. A table without a key has one page. */
export function pageStatements({ shape, columns, sealed, limit }: Reading): {
  first: Statement<{ enterpriseId: string }, PageRow>
  next: Statement<Record<string, unknown>, PageRow>
} {
  const { table, key } = shape
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(`t.${name}`)))
  const extra = sealed.length > 0 ? sql`, ${list(sealed)}` : sql``
  const order = key.length > 0 ? sql`order by ${list(key)} limit ${sql.lit(limit)}` : sql``
  const page = (enterpriseId: unknown, after: RawBuilder<unknown>) => sql`
    select (select row_to_json(r) from (select ${list(columns)}) r)::text as line ${extra}
    from ${sql.table(table)} t where t.enterprise_id = ${enterpriseId}::uuid ${after} ${order}`
  return {
    first: statementOnce(`first of moved ${table}`, ({ enterpriseId }) => page(enterpriseId, sql``)),
    next: statementOnce(`next of moved ${table}`, (values) =>
      page(values.enterpriseId, sql`and (${list(key)}) > (${sql.join(key.map((name) => values[name]))})`),
    ),
  }
}

const known = new Map<string, unknown>()

/** One of a family whose members are the tables. */
function statementOnce<V extends object, R>(name: string, build: (values: V) => RawBuilder<unknown>): Statement<V, R> {
  const made = (known.get(name) as Statement<V, R>) ?? statementOfFamily<V, R>(name, build)
  known.set(name, made)
  return made
}

export async function countRows(db: TenantDb, table: string): Promise<number> {
  const count = statementOnce<{ enterpriseId: string }, { counted: string }>(
    `count of moved ${table}`,
    ({ enterpriseId }) =>
      sql`select count(*)::text as counted from ${sql.table(table)} where enterprise_id = ${enterpriseId}::uuid`,
  )
  const [row] = await count(db, { enterpriseId: db.enterpriseId })
  return Number(row!.counted)
}

const peopleStatement = statement(
  'people of moved account',
  ({ enterpriseId }: { enterpriseId: string }) => sql`
    select u.id, u.first_name, u.last_name, u.email, m.state, coalesce(r.name, m.built_in_role) as role
    from (
      select user_id as id from member where enterprise_id = ${enterpriseId}::uuid and user_id is not null
      union select created_by from batch where enterprise_id = ${enterpriseId}::uuid
      union select created_by from operation where enterprise_id = ${enterpriseId}::uuid
    ) one join user_account u on u.id = one.id
    left join member m on m.enterprise_id = ${enterpriseId}::uuid and m.user_id = u.id
    left join enterprise_role r on r.enterprise_id = m.enterprise_id and r.id = m.role_id
    order by u.id`,
)

/** Members, and others who have started work. */
export async function selectPeople(db: TenantDb) {
  return await peopleStatement(db, { enterpriseId: db.enterpriseId })
}

/** How much of something an import does not take over. */
const leftStatement = statement(
  'counts of what does not move',
  ({ enterpriseId }: { enterpriseId: string }) => sql`
    select
      (select count(*) from api_key where enterprise_id = ${enterpriseId}::uuid and revoked_at is null)
        + (select count(*) from open_api_credential where enterprise_id = ${enterpriseId}::uuid and revoked_at is null)
        as keys,
      (select count(*) from es2plus_operator where enterprise_id = ${enterpriseId}::uuid and removed_at is null)
        as operators,
      (select count(*) from sso_connection where enterprise_id = ${enterpriseId}::uuid) as connections,
      (select count(*) from report_schedule where enterprise_id = ${enterpriseId}::uuid) as schedules`,
  { present: ['keys', 'operators', 'connections', 'schedules'] },
)

export async function countLeft(db: TenantDb) {
  const [row] = await leftStatement(db, { enterpriseId: db.enterpriseId })
  return row!
}

/** The ICCIDs of these that an enterprise account of this installation has. */
const takenIccids = statement(
  'ICCIDs of an archive that are taken',
  ({ iccids }: { iccids: readonly string[] }) => sql`
    select iccid from iccid_directory where iccid = any(${iccids}::text[]) order by iccid`,
)

export async function selectTakenIccids(db: SystemDb, iccids: readonly string[]): Promise<string[]> {
  return (await takenIccids(db, { iccids })).map(({ iccid }) => iccid)
}

const takenCodes = statement(
  'matching IDs of an archive that are taken',
  ({ matchingIds, slugs }: { matchingIds: readonly string[]; slugs: readonly string[] }) => sql`
    select matching_id, slug from activation_code_directory
    where matching_id = any(${matchingIds}::text[]) or slug = any(${slugs}::text[])`,
)

export async function selectTakenCodes(
  db: SystemDb,
  values: { matchingIds: readonly string[]; slugs: readonly string[] },
): Promise<{ matching_id: string; slug: string }[]> {
  return await takenCodes(db, values)
}

const accountStatement = statement(
  'account that an archive would be',
  ({ id, name, platformId }: { id: string; name: string; platformId: string }) => sql`
    select enterprise_id, name from enterprise
    where enterprise_id = ${id}::uuid or platform_id = ${platformId}::uuid and lower(name) = lower(${name})`,
)

/** The enterprise accounts with this id, or with this name on the platform. */
export async function selectSameAccounts(db: SystemDb, account: { id: string; name: string; platformId: string }) {
  return await accountStatement(db, account)
}

const idsStatement = statement(
  'people of an archive that are known',
  ({ ids }: { ids: readonly string[] }) => sql`
    select id from user_account where id = any(${ids}::uuid[])
    union select id from program where id = any(${ids}::uuid[])`,
)

/** Those of the ids that a user or a program of this installation has. */
export async function selectKnownIds(db: TenantDb, ids: readonly string[]): Promise<(string | null)[]> {
  return (await idsStatement(db, { ids })).map(({ id }) => id)
}

/** Inserts rows of an archive, each a JSON object, into a table of the list of moved tables. All get this enterprise. */
export async function insertRows(
  db: TenantDb,
  { table, columns, rows }: { table: string; columns: readonly string[]; rows: string },
): Promise<void> {
  const into = sql.join(columns.map((name) => sql.ref(name)))
  const insert = statementOnce<{ enterpriseId: string; rows: string }, unknown>(
    `move rows into ${table} ${columns.length}`,
    ({ enterpriseId, rows }) => sql`
      insert into ${sql.table(table)} (${into})
      select ${sql.join(columns.map((name) => (name === 'enterprise_id' ? sql`${enterpriseId}::uuid` : sql.ref(name))))}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)`,
  )
  await insert(db, { enterpriseId: db.enterpriseId, rows })
}

/** Takes away the limits of time in a transaction that inserts a whole account. */
export async function lastLong(db: TenantDb): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
}
