import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables, TenantDb } from './database.ts'
import type { GlobalTables } from './tables.gen.ts'

/** The rows of a table whose `column` is before a time; `only` is a further condition. */
export type Expired = { table: keyof Tables; column: string; before: Date; limit: number; only?: RawBuilder<unknown> }

/**
 * Deletes at most `limit` expired rows of any module's table; skips rows that another process is deleting. Tenant
 * tables need a system transaction.
 * @returns the number of deleted rows
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
