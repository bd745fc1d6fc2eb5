import { type ClientBase, escapeIdentifier } from 'pg'

/** Disables statement timeouts. */
export async function prepareSession(client: ClientBase): Promise<void> {
  await client.query(
    `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
  )
}

export type TableShape = { name: string; columns: string[]; end?: string }

/**
 * Has no data; `/readyz` truncates it at intervals. If a backup read it, its lock would block `/readyz` until the
 * backup ends.
 */
const SCRATCH_TABLE = 'write_probe'

/** The tables in the schema `public` that have data, with their columns except generated ones. Partitions are read through theirs. */
export async function selectTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { end: string | null }>(
    `
    select c.relname as name,
           array(select a.attname::text from pg_attribute a
                 where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                 order by a.attnum) as columns,
           (select max(substring(pg_get_expr(p.relpartbound, p.oid) from $re$TO \\('([^']+)'\\)$re$) collate "C")
            from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid) as end
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> $1
    order by c.relname`,
    [SCRATCH_TABLE],
  )
  return rows.map(({ end, ...table }) => (end === null ? table : { ...table, end }))
}

/** Makes the months of a table up to the one that ended the table of a backup: a clock may have been wrong for a while. */
export async function makeMonthsUntil(client: ClientBase, { name, end }: TableShape): Promise<void> {
  await client.query(
    `select make_months($1::regclass,
       case when $2 ~ '^[0-9a-f]{8}-' then time_of_id($2::uuid) else $2::timestamptz end - interval '1 ms')`,
    [qualified(name), end],
  )
}

/**
 * Relations with data that a backup does not cover (sequences, views). Tests assert that there are none.
 */
export async function selectUncovered(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind not in ('r', 'p', 'i', 'I', 'c') order by relname`)
  return rows.map(({ name }) => name)
}

/** Names of the relations in the database, in all schemas except PostgreSQL's own. */
export async function selectContents(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
    order by 1`)
  return rows.map(({ name }) => name)
}

/** Pairs of statements: `lift` removes a constraint or trigger, `restore` recreates exactly that. */
export type Guards = { lift: string[]; restore: string[] }

/**
 * What prevents loading rows table by table: foreign keys, triggers, and row-level security that also applies to the
 * owner of a table.
 */
export async function selectGuards(client: ClientBase): Promise<Guards> {
  const { rows } = await client.query<{ lift: string; restore: string }>(`
    select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname) as lift,
           format('alter table %s enable trigger %I', t.tgrelid::regclass, t.tgname) as restore
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled = 'O' and t.tgparentid = 0
    union all
    select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname),
           format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0
    union all
    select format('alter table %s no force row level security', c.oid::regclass),
           format('alter table %s force row level security', c.oid::regclass)
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity`)
  const guards = { lift: rows.map((row) => row.lift), restore: rows.map((row) => row.restore) }
  // forced row-level security is restored last, because it would hide rows from the check of restored foreign keys
  guards.restore.sort((one, other) => rank(one) - rank(other))
  return guards
}

const rank = (statement: string) => (/ force row level security$/.test(statement) ? 1 : 0)

export async function truncateTables(client: ClientBase, tables: readonly TableShape[]): Promise<void> {
  await client.query(`truncate ${tables.map(({ name }) => qualified(name)).join(', ')}`)
}

/** PostgreSQL copies rows of a partitioned table only as those of a query. */
export const copyOut = ({ name, columns }: TableShape) =>
  `copy (select ${list(columns)} from ${qualified(name)}) to stdout`
export const copyIn = ({ name, columns }: TableShape) => `copy ${qualified(name)} (${list(columns)}) from stdin`

const qualified = (table: string) => `public.${escapeIdentifier(table)}`
const list = (columns: readonly string[]) => columns.map(escapeIdentifier).join(', ')
