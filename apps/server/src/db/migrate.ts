import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Client } from 'pg'
import { StartRefusal } from '../runtime/start-refusal.ts'
import { prepareRoles } from './role.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const SCHEMA = 'migration'

/**
 * Migrates roles and tables to this version, and reports it unless the database is new. Safe in concurrent processes: one
 * migrates, the others wait.
 * @throws Error if a newer version has migrated the database, or a migration fails; then nothing was changed
 */
export async function migrate(client: Client, report: (text: string) => void = () => {}): Promise<void> {
  await prepareRoles(client)
  const names = await migrationNames()
  const applied = await selectApplied(client)
  const unknown = applied.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    throw new StartRefusal(`The database was migrated by a newer Simwright (${unknown.join(', ')}): start that one.`)
  }
  if (applied.length === names.length) return
  const waiting = names.filter((name) => !applied.includes(name)).sort()
  const isNew = applied.length === 0
  if (!isNew)
    report(
      `Migrating the database to this version (${waiting.join(', ')}). With millions of profiles or events this takes ` +
        'minutes; until then nobody can use it. If it is interrupted, nothing has changed.',
    )
  await runMigrator(client, { names, disableTransactions: false })
  if (!isNew) report('The database is migrated.')
}

/** The names of this version's migrations. */
export async function migrationNames(): Promise<string[]> {
  const files = await readdir(FOLDER)
  return files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -'.sql'.length))
}

/** The names of the migrations applied to a database; empty for a new database. */
export async function selectApplied(client: Client): Promise<string[]> {
  const table = `${SCHEMA}.kysely_migration`
  const { rows } = await client.query('select to_regclass($1) is not null as present', [table])
  if (!rows[0].present) return []
  const applied = await client.query<{ name: string }>(`select name from ${table}`)
  return applied.rows.map((row) => row.name)
}

/** Runs the named migrations in the transaction that the caller has begun on this connection. */
export async function migrateWithin(client: Client, names: readonly string[]): Promise<void> {
  await runMigrator(client, { names, disableTransactions: true })
}

type MigratorOptions = { names: readonly string[]; disableTransactions: boolean }

/**
 * The migrator locks out other processes. It runs all migrations in one transaction, unless `disableTransactions` is
 * set.
 */
async function runMigrator(client: Client, { names, disableTransactions }: MigratorOptions): Promise<void> {
  const pool = { connect: async () => Object.assign(client, { release: () => {} }), end: async () => {}, options: {} }
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pool as never }) })
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => readMigrations(names) },
    migrationTableSchema: SCHEMA,
    // numbers are assigned before a migration lands, so a lower number may land later
    allowUnorderedMigrations: true,
    disableTransactions,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function readMigrations(names: readonly string[]): Promise<Record<string, Migration>> {
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(FOLDER, `${name}.sql`), 'utf8')
    return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
