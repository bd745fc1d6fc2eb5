import type { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { withClient } from '../backup/client.ts'
import { backupScene } from '../testing/backup-scene.ts'
import { BASELINE, migrate, migrateWithin, migrationNames, oldMigrationNames } from './migrate.ts'
import { prepareRoles } from './role.ts'

const { emptyDatabase } = backupScene()

/**
 * What PostgreSQL knows about the tables, as lines. Left out is what a migration cannot decide: the names of NOT NULL
 * constraints (PostgreSQL 18) and the numbers of dropped columns.
 */
const CATALOG: Readonly<Record<string, string>> = {
  relations: `select c.relname, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.reloptions,
      array(select unnest(c.relacl)::text order by 1) as relacl, pg_get_userbyid(c.relowner) as owner, obj_description(c.oid, 'pg_class') as comment
    from pg_class c where relnamespace = 'public'::regnamespace and relkind <> 'i'`,
  columns: `select c.relname, row_number() over (partition by c.oid order by a.attnum) as position, a.attname,
      format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, a.attgenerated, a.attidentity, a.attstorage,
      a.attcompression, a.attstattarget, array(select unnest(a.attacl)::text order by 1) as attacl, a.attoptions, l.collname, pg_get_expr(d.adbin, d.adrelid) as value,
      col_description(c.oid, a.attnum) as comment
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')`,
  constraints: `select conrelid::regclass::text as table, conname, contype, condeferrable, condeferred, convalidated,
      pg_get_constraintdef(oid) as text from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'`,
  indexes: `select pg_get_indexdef(indexrelid) as text, indisclustered, indisreplident, indisvalid,
      (select reloptions from pg_class where oid = indexrelid) as options
    from pg_index where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  triggers: `select pg_get_triggerdef(oid, true) as text, tgenabled from pg_trigger where not tgisinternal`,
  functions: `select pg_get_functiondef(oid) as text, array(select unnest(proacl)::text order by 1) as proacl, pg_get_userbyid(proowner) as owner,
      obj_description(oid, 'pg_proc') as comment
    from pg_proc where pronamespace = 'public'::regnamespace`,
  policies: `select * from pg_policies where schemaname = 'public'`,
  types: `select typname, typtype, typnotnull, typdefault, array(select unnest(typacl)::text order by 1) as typacl from pg_type
    where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')`,
  schemas: `select nspname, array(select unnest(nspacl)::text order by 1) as nspacl from pg_namespace where nspname in ('public', 'migration')`,
  'default privileges': `select defaclobjtype, array(select unnest(defaclacl)::text order by 1) as defaclacl, defaclnamespace::regnamespace::text from pg_default_acl`,
  statistics: `select pg_get_statisticsobjdef(oid) as text from pg_statistic_ext`,
  extensions: 'select extname from pg_extension',
  'migrations that are applied': 'select name from migration.kysely_migration',
  'oldest versions': 'select migration, oldest from migration.oldest_version',
}

async function linesOf(client: Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`select row_to_json(found)::text as line from (${query}) found`)
  return rows.map(({ line }) => line).sort()
}

/** Without the heartbeat, which is the time of the migration. */
async function rowsOf(client: Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'heartbeat'`,
  )
  const tables: Record<string, string[]> = {}
  for (const { name } of rows) {
    const lines = await linesOf(client, `select * from ${name}`)
    if (lines.length > 0) tables[name] = lines
  }
  return tables
}

/** The schema and the rows of a database that `make` has filled. */
async function databaseOf(make: (client: Client) => Promise<void>) {
  return await withClient(await emptyDatabase(), 'baseline', async (client) => {
    await make(client)
    const catalog: Record<string, string[]> = {}
    for (const [name, query] of Object.entries(CATALOG)) catalog[name] = await linesOf(client, query)
    return { catalog, rows: await rowsOf(client) }
  })
}

/** Runs these migrations on an empty database, as a restore does. */
async function runThose(client: Client, names: readonly string[]): Promise<void> {
  await prepareRoles(client)
  await client.query('begin')
  await migrateWithin(client, names)
  await client.query('commit')
}

const old = (await oldMigrationNames()).sort()
const made = await databaseOf((client) => migrate(client))

describe('the baseline', () => {
  test('makes the same tables, functions, rights and rows as the old migrations', async () => {
    const replayed = await databaseOf(async (client) => {
      await runThose(client, old)
      await migrate(client)
    })
    for (const name of Object.keys(CATALOG)) expect(made.catalog[name], name).toEqual(replayed.catalog[name])
    expect(made.rows).toEqual(replayed.rows)
    expect(Object.keys(made.rows)).toContain('plan')
  })

  test('lists the old migrations as applied, so that an older version works with the database', async () => {
    const names = (await migrationNames()).map((name) => JSON.stringify({ name })).sort()
    expect(made.catalog['migrations that are applied']).toEqual(names)
  })

  test('runs the rest of the old migrations in a database that has only some', async () => {
    const some = old.slice(0, old.indexOf('0352_fewer_references') + 1)
    const upgraded = await databaseOf(async (client) => {
      await runThose(client, some)
      await migrate(client)
    })
    expect(upgraded).toEqual(made)
  })

  test('is what a restore runs of a backup that lists it', async () => {
    const names = await migrationNames()
    expect(names).toContain(BASELINE)
    expect(await databaseOf((client) => runThose(client, names))).toEqual(made)
  })
})
