import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SystemDb, Tables } from './database.ts'
import type { EnterpriseId } from './row-id.ts'
import type { GlobalTables } from './tables.gen.ts'

/** The rows of a table whose `column` is before a time; `only` is a further condition. */
export type Expired = { table: keyof Tables; column: string; before: Date; limit: number; only?: RawBuilder<unknown> }

/** The rows of a tenant table whose ID, a UUIDv7, is from before a time. */
export type ExpiredById = { table: keyof Tables; before: Date; limit: number }

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

/**
 * As `deleteExpired`, of a table whose key is the enterprise and a UUIDv7. Reads the key of each enterprise in turn, so the
 * table needs no index by time.
 */
export async function deleteExpiredById(db: SystemDb, { table: name, before, limit }: ExpiredById): Promise<number> {
  const table = sql.table(name)
  const { numAffectedRows } = await sql`
    delete from ${table} where ctid in (
      select expired.ctid from enterprise e cross join lateral (
        select t.ctid from ${table} t where t.enterprise_id = e.enterprise_id and t.id < ${firstIdOf(before)}::uuid
        order by t.id limit ${limit} for update skip locked) expired
      limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The smallest UUIDv7 of a time. */
function firstIdOf(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
