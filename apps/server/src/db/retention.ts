import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables, TenantDb } from './database.ts'
import type { GlobalTables } from './tables.gen.ts'

/** Rows of a table that have had their time when a column lies before a moment. */
export type Expired = { table: keyof Tables; column: string; before: Date; limit: number; only?: RawBuilder<unknown> }

/**
 * Deletes rows that have had their time, whichever module owns the table; what another process deletes is passed over.
 * Rows of enterprises need the system transaction. @returns how many
 */
export async function deleteExpired(
  db: Kysely<GlobalTables> | TenantDb,
  { table, column, before, limit, only = sql`true` }: Expired,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid in (
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} and ${only} limit ${limit}
      for update skip locked)`.execute(db as Kysely<GlobalTables>)
  return Number(numAffectedRows ?? 0)
}
