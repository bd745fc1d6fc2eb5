import { type Kysely, sql } from 'kysely'
import type { SystemDb, TenantDb } from './database.ts'
import type { GlobalTables } from './tables.gen.ts'

/*
 * What a transaction does besides reading and writing rows.
 */

type AnyDb = Kysely<GlobalTables> | SystemDb

/** Locks a name until the end of the transaction; waits for another one that has locked it. */
export async function lockName(db: AnyDb, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db as TenantDb)
}

/** Notifies the listeners of a channel when the transaction commits. */
export async function notify(db: AnyDb, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db as TenantDb)
}

/** Sets parameters of PostgreSQL until the end of the transaction. */
export async function setUntilEnd(db: AnyDb, settings: Readonly<Record<string, string>>): Promise<void> {
  const set = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  await sql`select ${sql.join(set)}`.execute(db as TenantDb)
}
