import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Client } from 'pg'
import { StartRefusal } from '../runtime/start-refusal.ts'
import { readOldestVersions, recordOfVersion } from './oldest-version.ts'
import { onConnection } from './on-connection.ts'
import { prepareRoles } from './role.ts'
import { isUnreachable } from './unreachable.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
/** Those before the baseline, for databases and backups that have only some of them. */
const OLD_FOLDER = join(FOLDER, 'old')
const SCHEMA = 'migration'

/** Does for a new database what all old migrations do, and nothing in one that has them. */
export const BASELINE = '0418_baseline'

export type MigrateOptions = {
  /** Receives one-line messages for the operator; nothing is reported of a new database. */
  report?: (text: string) => void
  /**
   * How long a migration may wait for a table that others have locked, and make them wait behind it. By default half the time
   * after which PostgreSQL looks for a deadlock: of two that wait for each other, it is then the migration that gives up.
   */
  lockLimitMs?: number
  /** How often a migration is tried whose tables others have locked. */
  attempts?: number
}

const LOCK_ATTEMPTS = 200
const LOCK_PAUSE_MS = 1_000

/**
 * Migrates roles and tables to this version. Processes take turns: one migrates, the others wait and find it done.
 *
 * Each migration has a transaction of its own, so that it locks tables only as long as it takes. The migrations of a new
 * database have one together, because some of them alone are of no use.
 * @throws StartRefusal if a newer version has migrated the database and does not work with this one, or if a migration
 * fails: the database is then as the migration before it left it
 */
export async function migrate(client: Client, options: MigrateOptions = {}): Promise<void> {
  await prepareRoles(client)
  const names = await migrationNames()
  if (await isUpToDate(client, names, options)) return
  // the lock belongs to the session: it outlives the transactions, and ends with the connection
  const { rows } = await client.query(`select pg_try_advisory_lock(${LOCK_KEY}) as locked`)
  if (!rows[0].locked) {
    options.report?.('Another process migrates the database; this one waits for it.')
    await client.query(`select pg_advisory_lock(${LOCK_KEY})`)
  }
  try {
    const applied = await selectApplied(client)
    if (applied.length === 0) await runMigrator(client, { names: await namesFor(names), disableTransactions: false })
    else if (!(await isUpToDate(client, names, options))) await migrateOneByOne(client, { names, applied, ...options })
  } finally {
    // fails only with the connection, which ends the lock, too
    await client.query(`select pg_advisory_unlock(${LOCK_KEY})`).catch(() => {})
  }
}

const LOCK_KEY = `hashtextextended('simwright migration', 0)`

/**
 * Whether there is nothing to do.
 * @throws StartRefusal if a newer version has migrated the database and does not work with this one
 */
async function isUpToDate(client: Client, names: readonly string[], { report }: MigrateOptions): Promise<boolean> {
  const applied = await selectApplied(client)
  const unknown = applied.filter((name) => !names.includes(name)).sort()
  const waiting = names.filter((name) => !applied.includes(name)).sort()
  if (unknown.length === 0) return waiting.length === 0
  const oldest = await readOldestVersions(client)
  const incompatible = unknown.filter((name) => !names.includes(oldest.get(name) ?? name))
  if (incompatible.length > 0) {
    throw new StartRefusal(
      `The database was migrated by a newer Simwright (${incompatible.join(', ')}), which does not work together with ` +
        'this version: start that one.',
    )
  }
  if (waiting.length > 0) {
    throw new StartRefusal(
      `The database was migrated by a newer Simwright (${unknown.join(', ')}), but lacks ${waiting.join(', ')} of this ` +
        'version: start a version that has all of them.',
    )
  }
  report?.(`The database was migrated by a newer Simwright (${unknown.join(', ')}), with which this version works.`)
  return true
}

type OneByOne = MigrateOptions & { names: readonly string[]; applied: readonly string[] }

async function migrateOneByOne(client: Client, { names, applied, ...options }: OneByOne): Promise<void> {
  const { report = () => {}, lockLimitMs = await defaultLockLimitMs(client) } = options
  const waiting = names.filter((name) => !applied.includes(name)).sort()
  report(
    `Migrating the database to this version (${waiting.join(', ')}). With millions of profiles or events this takes ` +
      'minutes. If it is interrupted, the next start continues.',
  )
  await client.query(`set lock_timeout = ${lockLimitMs}`)
  const done = [...applied]
  for (const name of waiting) {
    await migrateTo(client, { name, done, ...options })
    done.push(name)
  }
  await client.query('set lock_timeout = default')
  report('The database is migrated.')
}

async function defaultLockLimitMs(client: Client): Promise<number> {
  const { rows } = await client.query<{ ms: number }>(
    `select setting::int / 2 as ms from pg_settings where name = 'deadlock_timeout'`,
  )
  return rows[0]!.ms
}

type OneMigration = MigrateOptions & { name: string; done: readonly string[] }

async function migrateTo(client: Client, { name, done, ...options }: OneMigration): Promise<void> {
  const { report = () => {}, attempts = LOCK_ATTEMPTS } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runMigrator(client, { names: [...done, name], disableTransactions: false })
    } catch (error) {
      if (isUnreachable(error)) throw error
      if (!isLocked(error) || attempt >= attempts) throw failed(error as Error, { name, done })
      if (attempt === 1) report(`Migration ${name} waits for tables that are in use; it is tried again.`)
      await sleep(LOCK_PAUSE_MS)
    }
  }
}

/** SQLSTATE lock_not_available and deadlock_detected. */
const isLocked = (error: unknown) => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

function failed(cause: Error, { name, done }: Pick<OneMigration, 'name' | 'done'>): StartRefusal {
  const why = isLocked(cause) ? 'its tables were in use all the time' : cause.message
  const last = [...done].sort().at(-1)
  return new StartRefusal(
    `Migration ${name} failed: ${why}. The database is as migration ${last} left it, for the version that has that one.`,
    { cause },
  )
}

/** The names of this version's migrations, with the old ones. */
export async function migrationNames(): Promise<string[]> {
  return [...(await namesIn(OLD_FOLDER)), ...(await namesIn(FOLDER))]
}

/** The names of the migrations before the baseline. */
export const oldMigrationNames = (): Promise<string[]> => namesIn(OLD_FOLDER)

async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder)
  return files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -'.sql'.length))
}

/** Those of the named migrations that an empty database runs: with the baseline, none of the old ones. */
async function namesFor(names: readonly string[]): Promise<readonly string[]> {
  if (!names.includes(BASELINE)) return names
  const old = await oldMigrationNames()
  return names.filter((name) => !old.includes(name))
}

/** The names of the migrations applied to a database; empty for a new database. */
export async function selectApplied(client: Client): Promise<string[]> {
  const table = `${SCHEMA}.kysely_migration`
  const { rows } = await client.query('select to_regclass($1) is not null as present', [table])
  if (!rows[0].present) return []
  const applied = await client.query<{ name: string }>(`select name from ${table}`)
  return applied.rows.map((row) => row.name)
}

/** Runs the named migrations in the transaction that the caller has begun on this connection. `names` contains all applied ones. */
export async function migrateWithin(client: Client, names: readonly string[]): Promise<void> {
  const isEmpty = (await selectApplied(client)).length === 0
  await runMigrator(client, { names: isEmpty ? await namesFor(names) : names, disableTransactions: true })
}

type MigratorOptions = { names: readonly string[]; disableTransactions: boolean }

/**
 * Runs those of the named migrations that are not applied, in one transaction, unless `disableTransactions` is set.
 * `names` contains all applied ones.
 */
async function runMigrator(client: Client, { names, disableTransactions }: MigratorOptions): Promise<void> {
  const migrator = new Migrator({
    db: onConnection(client),
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
  const old = await oldMigrationNames()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(old.includes(name) ? OLD_FOLDER : FOLDER, `${name}.sql`), 'utf8')
    if (name === BASELINE) return [name, { up: (db) => runBaseline(db, { text, old }) }]
    const whole = text + recordOfVersion(name, text)
    return [name, { up: async (db) => void (await sql.raw(whole).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

type Baseline = { text: string; old: readonly string[] }

/** What Kysely records. */
type Recorded = { [Table in `${typeof SCHEMA}.kysely_migration`]: { name: string; timestamp: string } }

/** In a new database: creates the tables, and records the old migrations as applied, so that all databases list the same. */
async function runBaseline(db: Kysely<Recorded>, { text, old }: Baseline): Promise<void> {
  const applied = await db.selectFrom('migration.kysely_migration').select('name').limit(1).execute()
  if (applied.length === 0) {
    await sql.raw(text).execute(db)
    const timestamp = new Date().toISOString()
    const rows = old.map((name) => ({ name, timestamp }))
    await db.insertInto('migration.kysely_migration').values(rows).execute()
    for (const name of old) {
      const record = recordOfVersion(name, await readFile(join(OLD_FOLDER, `${name}.sql`), 'utf8'))
      if (record !== '') await sql.raw(record).execute(db)
    }
  }
  await sql.raw(recordOfVersion(BASELINE, text)).execute(db)
}
