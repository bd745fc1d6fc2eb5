import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SystemDb, Tables } from './database.ts'
import { condition } from './expression.ts'
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
  const own = condition`enterprise_id = ${enterpriseId}`
  if (limit === undefined) return await deleteWhere(db, name, own)
  return await deleteWhere(
    db,
    name,
    condition`ctid = any(array(select ctid from ${sql.table(name)} where ${own} limit ${limit}))`,
  )
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
  const expired = condition`ctid in (
    select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} and ${only} limit ${limit}
    for update skip locked)`
  return await deleteWhere(db as SystemDb, table, expired)
}

/**
 * As `deleteExpired`, of a table whose key is the enterprise and a UUIDv7. Reads the key of each enterprise in turn, so the
 * table needs no index by time.
 */
export async function deleteExpiredById(db: SystemDb, { table, before, limit }: ExpiredById): Promise<number> {
  const expired = condition`ctid in (
    select expired.ctid from enterprise e cross join lateral (
      select t.ctid from ${sql.table(table)} t
      where t.enterprise_id = e.enterprise_id and t.id < ${firstIdOf(before)}::uuid
      order by t.id limit ${limit} for update skip locked) expired
    limit ${limit})`
  return await deleteWhere(db, table, expired)
}

async function deleteWhere(db: SystemDb, table: string, isDeleted: RawBuilder<boolean>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table as keyof Tables)
    .where(isDeleted)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The smallest UUIDv7 of a time. */
function firstIdOf(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
