import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Client } from 'pg'
import { prepareRoles } from './role.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const SCHEMA = 'migration'

/**
 * Brings roles and tables to the state of this version. Several processes may do so at once: one works, the others wait.
 * @throws Error when the database was migrated by a newer version, or a migration fails (then nothing has changed).
 */
export async function migrate(client: Client): Promise<void> {
  await prepareRoles(client)
  const names = await migrationNames()
  const applied = await selectApplied(client)
  const unknown = applied.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    throw new Error(`The database was migrated by a newer Simwright (${unknown.join(', ')}): start that one.`)
  }
  if (applied.length < names.length) await runMigrator(client, { names, disableTransactions: false })
}

/** The migrations of this version. */
export async function migrationNames(): Promise<string[]> {
  const files = await readdir(FOLDER)
  return files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -'.sql'.length))
}

/** The migrations that a database has been through; none when it is empty. */
export async function selectApplied(client: Client): Promise<string[]> {
  const table = `${SCHEMA}.kysely_migration`
  const { rows } = await client.query('select to_regclass($1) is not null as present', [table])
  if (!rows[0].present) return []
  const applied = await client.query<{ name: string }>(`select name from ${table}`)
  return applied.rows.map((row) => row.name)
}

/** Runs the migrations of those names within the transaction that the caller has begun on this connection. */
export async function migrateWithin(client: Client, names: readonly string[]): Promise<void> {
  await runMigrator(client, { names, disableTransactions: true })
}

type MigratorOptions = { names: readonly string[]; disableTransactions: boolean }

/** The migrator takes a lock that other processes wait for, and runs everything in one transaction. */
async function runMigrator(client: Client, { names, disableTransactions }: MigratorOptions): Promise<void> {
  const pool = { connect: async () => Object.assign(client, { release: () => {} }), end: async () => {}, options: {} }
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pool as never }) })
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => readMigrations(names) },
    migrationTableSchema: SCHEMA,
    // numbers are given out before the work is done: a lower one may come later
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
