import { type Kysely, sql } from 'kysely'
import type { SystemDb } from './database.ts'
import { statement } from './statement.ts'
import type { GlobalTables } from './tables.gen.ts'

/*
 * What a transaction does besides reading and writing rows.
 */

type AnyDb = Kysely<GlobalTables> | SystemDb

const lockNameStatement = statement(
  'lock name',
  ({ name }: { name: string }) => sql`select from pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
)

/** Locks a name until the end of the transaction; waits for another one that has locked it. */
export async function lockName(db: AnyDb, name: string): Promise<void> {
  await lockNameStatement(db, { name })
}

const notifyStatement = statement(
  'notify',
  ({ channel, payload }: { channel: string; payload: string }) => sql`select from pg_notify(${channel}, ${payload})`,
)

/** Notifies the listeners of a channel when the transaction commits. */
export async function notify(db: AnyDb, channel: string, payload: string): Promise<void> {
  await notifyStatement(db, { channel, payload })
}

const setStatement = statement(
  'set parameters until end',
  ({ settings }: { settings: string }) => sql`
    select set_config(s.key, s.value, true) as value from json_each_text(${settings}::json) s`,
)

/** Sets parameters of PostgreSQL until the end of the transaction. */
export async function setUntilEnd(db: AnyDb, settings: Readonly<Record<string, string>>): Promise<void> {
  await setStatement(db, { settings: JSON.stringify(settings) })
}
