import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SystemDb, Tables } from './database.ts'
import type { EnterpriseId } from './row-id.ts'
import type { GlobalTables } from './tables.gen.ts'

/** The rows of a table whose `column` is before a time; `only` is a further condition. */
export type Expired = { table: keyof Tables; column: string; before: Date; limit: number; only?: RawBuilder<unknown> }

/** The rows of an enterprise account in a table of any module. */
export type Owned = { table: string; enterpriseId: EnterpriseId; limit: number | undefined }

/** Deletes at most `limit` rows, or all. @returns the number of deleted rows */
export async function deleteOwned(db: SystemDb, { table: name, enterpriseId, limit }: Owned): Promise<number> {
  const table = sql.table(name)
  const own = sql`enterprise_id = ${enterpriseId}`
  const { numAffectedRows } = await (limit === undefined
    ? sql`delete from ${table} where ${own}`
    : sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${own} limit ${limit}))`
  ).execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes at most `limit` expired rows of any module's table; skips rows that another process is deleting. Tenant
 * tables need a system transaction.
 * @returns the number of deleted rows
 */
export async function deleteExpired(
  db: Kysely<GlobalTables> | SystemDb,
  { table, column, before, limit, only = sql`true` }: Expired,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid in (
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} and ${only} limit ${limit}
      for update skip locked)`.execute(db as Kysely<GlobalTables>)
  return Number(numAffectedRows ?? 0)
}
