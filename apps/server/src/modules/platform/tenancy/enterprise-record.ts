import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'

const COLUMNS = [
  'name',
  'platform_id',
  'time_zone',
  'address',
  'billing',
  'logo_id',
  'sso_only',
  'second_factor_demanded',
  'created_at',
  'deletion_at',
  'version',
] as const

export type EnterpriseRecord = Row<'enterprise', (typeof COLUMNS)[number]>

const ofHandle = (db: TenantDb) =>
  db.selectFrom('enterprise').select(COLUMNS).where('enterprise_id', '=', db.enterpriseId)

/** All enterprise accounts, that of the staff too. */
export async function selectEnterpriseNames(db: SystemDb): Promise<{ id: string; name: string }[]> {
  return await db.selectFrom('enterprise').select(['enterprise_id as id', 'name']).orderBy('enterprise_id').execute()
}

/** The enterprise account of the handle; undefined when it was deleted. */
export async function findEnterprise(db: TenantDb): Promise<EnterpriseRecord | undefined> {
  return await ofHandle(db).executeTakeFirst()
}

/** The enterprise account of the handle. @throws when it was deleted */
export async function selectEnterprise(db: TenantDb): Promise<EnterpriseRecord> {
  return await ofHandle(db).executeTakeFirstOrThrow()
}

/** The enterprise account, locked until the transaction ends, so that its transactions that call this wait for each other. */
export async function lockEnterprise(db: TenantDb): Promise<EnterpriseRecord> {
  return await ofHandle(db).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/**
 * SQL for the name of the enterprise account whose id is in a column; null when it was deleted, or another one than that
 * of the handle.
 * @param column with its table, such as `i.enterprise_id`
 */
export const nameOfEnterprise = (column: string): RawBuilder<string | null> =>
  sql`(select account.name from enterprise account where account.enterprise_id = ${sql.ref(column)})`
