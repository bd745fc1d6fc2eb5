import type { Client } from 'pg'

/** In the order of their foreign keys. */
export const LOADED_TABLES = [
  'batch',
  'profile',
  'profile_place',
  'profile_key',
  'activation_code',
  'activation_code_directory',
  'iccid_directory',
  'download_order',
  'code_page',
  'batch_row',
  'profile_event',
] as const
export type LoadedTable = (typeof LOADED_TABLES)[number]

type Definition = { table: string; name: string; definition: string }

/**
 * Runs `work` in one transaction as the table owner, without forced row-level security, secondary indexes and foreign
 * keys. These are created again, and the keys checked, before the commit.
 */
export async function loadInBulk(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local statement_timeout = 0; set local maintenance_work_mem = '512MB'`)
    const forced = await forcedTables(client)
    for (const table of forced) await client.query(`alter table ${table} no force row level security`)
    const indexes = await plainIndexes(client)
    const keys = await foreignKeys(client)
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await work()
    for (const { definition } of indexes) await client.query(definition)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const table of forced) await client.query(`alter table ${table} force row level security`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  for (const table of LOADED_TABLES) await client.query(`vacuum (analyze) ${table}`)
}

/** The loaded tables and those they reference, which foreign key checks read. */
async function forcedTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relforcerowsecurity and oid in (
       select unnest($1::text[]::regclass[])
       union select confrelid from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[]))`,
    [LOADED_TABLES],
  )
  return rows.map(({ name }) => name)
}

/** Indexes that do not belong to a constraint. */
async function plainIndexes(client: Client): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any($1::text[]::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [LOADED_TABLES],
  )
  return rows
}

async function foreignKeys(client: Client): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[])`,
    [LOADED_TABLES],
  )
  return rows
}
