import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SystemDb, Tables } from './database.ts'
import { condition } from './expression.ts'
import type { MonthlyTable } from './month.ts'
import type { EnterpriseId } from './row-id.ts'
import type { GlobalTables } from './tables.gen.ts'

/** The rows of a table whose `column` is before a time; `only` is a further condition. */
export type Expired = { table: keyof Tables; column: string; before: Date; limit: number; only?: RawBuilder<unknown> }

/** The rows of a table that is partitioned by month, whose key is a UUIDv7 from before a time. */
export type ExpiredById = { table: IdTable; before: Date; limit: number }

/** The tables that are partitioned by the time in an ID, each with that ID. */
export const ID_OF = {
  device_message: 'id',
  es2plus_progress: 'id',
  mail_message: 'id',
  program_call: 'id',
  webhook_attempt: 'delivery_id',
  webhook_delivery: 'id',
} as const satisfies Partial<Record<MonthlyTable, string>>

export type IdTable = keyof typeof ID_OF

/** The rows of an enterprise account in a table of any module. */
export type Owned = { table: string; enterpriseId: EnterpriseId; limit: number | undefined }

/** Deletes at most `limit` rows, or all. @returns the number of deleted rows */
export async function deleteOwned(db: SystemDb, { table: name, enterpriseId, limit }: Owned): Promise<number> {
  const own = condition`enterprise_id = ${enterpriseId}`
  if (limit === undefined) return await deleteWhere(db, name, own)
  return await deleteWhere(
    db,
    name,
    condition`${own} and (tableoid, ctid) in (select tableoid, ctid from ${sql.table(name)} where ${own} limit ${limit})`,
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
  const expired = condition`(tableoid, ctid) in (
    select tableoid, ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} and ${only} limit ${limit}
    for update skip locked)`
  return await deleteWhere(db as SystemDb, table, expired)
}

/**
 * As `deleteExpired`, of a table that is partitioned by month. Only its oldest partition can have such rows once the months
 * before were dropped. Reads the key of each enterprise account in turn, so the table needs no index by time.
 */
export async function deleteExpiredById(db: SystemDb, { table, before, limit }: ExpiredById): Promise<number> {
  const isExpired = condition`t.${sql.ref(ID_OF[table])} < ${firstIdOf(before)}::uuid`
  const ofOne = (where: RawBuilder<boolean>) => sql`
    select t.tableoid, t.ctid from ${sql.table(table)} t where ${where} and ${isExpired}
    order by t.${sql.ref(ID_OF[table])} limit ${limit} for update skip locked`
  const some =
    table === 'mail_message'
      ? ofOne(condition`true`)
      : sql`select expired.tableoid, expired.ctid from enterprise e
          cross join lateral (${ofOne(condition`t.enterprise_id = e.enterprise_id`)}) expired limit ${limit}`
  return await deleteWhere(
    db,
    table,
    condition`${sql.ref(ID_OF[table])} < ${firstIdOf(before)}::uuid and (tableoid, ctid) in (${some})`,
  )
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
