import { type Kysely, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { countCapped } from '../../../db/page.ts'
import { deleteOwned } from '../../../db/retention.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

export async function selectDirectory(db: Kysely<GlobalTables>, userId: UserId, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('member_directory')
    .select('enterprise_id')
    .where('user_id', '=', userId)
    .orderBy('enterprise_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.enterprise_id)
}

export type MembershipRecord = {
  member_id: string
  name: string
  enterprise_state: 'ACTIVE' | 'SUSPENDED'
  deletion_at: Date | null
  logo_id: string | null
  built_in_role: string | null
  own_role: string | null
  state: 'INVITED' | 'ACTIVE' | 'INACTIVE'
}

/** The user's membership in the enterprise account, if it is active. */
export async function selectMembership(db: TenantDb, userId: UserId): Promise<MembershipRecord | undefined> {
  return await db
    .selectFrom('member')
    .innerJoin('enterprise', 'enterprise.enterprise_id', 'member.enterprise_id')
    .leftJoin('enterprise_role as role', (join) =>
      join.onRef('role.enterprise_id', '=', 'member.enterprise_id').onRef('role.id', '=', 'member.role_id'),
    )
    .select([
      'member.id as member_id',
      'enterprise.name',
      'enterprise.state as enterprise_state',
      'enterprise.deletion_at',
      'enterprise.logo_id',
      'member.built_in_role',
      'role.name as own_role',
      'member.state',
    ])
    .where('member.enterprise_id', '=', db.enterpriseId)
    .where('member.user_id', '=', userId)
    .where('member.state', '=', 'ACTIVE')
    .executeTakeFirst()
}

export type PersonRecord = {
  first_name: string
  last_name: string
  company_name: string
  email: string
  platform_id: string
  expires_at: Date
}

/** The user of the session, and the end of its absolute lifetime. */
export async function selectPerson(db: Kysely<GlobalTables>, sessionId: string): Promise<PersonRecord | undefined> {
  return await db
    .selectFrom('user_session as session')
    .innerJoin('user_account as account', 'account.id', 'session.user_id')
    .select([
      'account.first_name',
      'account.last_name',
      'account.company_name',
      'account.email',
      'account.platform_id',
      'session.expires_at',
    ])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
}

export async function countMembers(db: TenantDb): Promise<number> {
  const { counted } = await db
    .selectFrom('member')
    .select((select) => select.fn.countAll<number>().as('counted'))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('state', '<>', 'INVITED')
    .executeTakeFirstOrThrow()
  return counted
}

/** Counts the profiles, up to one more than the cap. */
export async function countProfiles(db: TenantDb): Promise<number> {
  const rows = sql`
    select 1 from profile where enterprise_id = ${db.enterpriseId} and not removed order by created_at desc, id desc`
  return await countCapped(db, rows)
}

export type EnterpriseRecord = {
  enterprise_id: string
  name: string
  platform_id: string
  deletion_at: Date | null
  logo_id: string | null
}

/** The enterprise account, locked until the transaction ends. */
export async function lockEnterprise(db: TenantDb): Promise<EnterpriseRecord | undefined> {
  return await db
    .selectFrom('enterprise')
    .select(['enterprise_id', 'name', 'platform_id', 'deletion_at', 'logo_id'])
    .where('enterprise_id', '=', db.enterpriseId)
    .forUpdate()
    .executeTakeFirst()
}

/** Test data of an enterprise account that was deleted. */
const isOrphan = condition`enterprise.test_of is not null
  and not exists (select from enterprise o where o.enterprise_id = enterprise.test_of)`

/**
 * The enterprise accounts whose grace period is over, and the test data of deleted ones. A suspended one is not deleted
 * before the suspension ends.
 */
export async function selectDue(db: SystemDb, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('enterprise')
    .select('enterprise_id')
    .where((eb) => eb.or([eb('deletion_at', '<=', now), isOrphan]))
    .where('state', '=', 'ACTIVE')
    .orderBy('deletion_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.enterprise_id)
}

/** Undefined when the deletion was canceled, or another process works on it. */
export async function lockDue(
  db: SystemDb,
  enterpriseId: EnterpriseId,
  now: Date,
): Promise<EnterpriseRecord | undefined> {
  return await db
    .selectFrom('enterprise')
    .select(['enterprise_id', 'name', 'platform_id', 'deletion_at', 'logo_id'])
    .where('enterprise_id', '=', enterpriseId)
    .where((eb) => eb.or([eb('deletion_at', '<=', now), isOrphan]))
    .where('state', '=', 'ACTIVE')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** A table with rows of enterprise accounts. */
export type TenantTable = {
  name: string
  /** An index finds the rows of one enterprise account, and no row refers to another row of the table. */
  deletableInBatches: boolean
}

const tenantTablesStatement = statement(
  'select tenant tables',
  () => sql`
    select c.relname::text as name,
      exists (select from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum and i.indpred is null)
        and not exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and k.confrelid = c.oid)
        as "deletableInBatches",
      array(select k.confrelid::regclass::text from pg_constraint k
        where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid) as refers_to
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'enterprise_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like 'audit\_%' and c.relname <> 'invoice'
    order by c.relname`,
  { present: ['name', 'deletableInBatches', 'refers_to'], planned: 'per call' },
)

/**
 * Every table with rows of enterprise accounts, read from the database's catalog so that none is forgotten; tables that
 * refer to others come first. Excluded: the audit log, which is append-only, and invoices, which the law requires to be retained.
 */
export async function selectTenantTables(db: SystemDb): Promise<TenantTable[]> {
  const rows = await tenantTablesStatement(db, {})
  const sorted: TenantTable[] = []
  for (let left = rows; left.length > 0; ) {
    const unreferenced = left.filter(({ name }) => !left.some((other) => other.refers_to.includes(name)))
    if (unreferenced.length === 0)
      throw new TypeError(`tables refer to each other: ${left.map(({ name }) => name).join(', ')}`)
    sorted.push(...unreferenced.map(({ name, deletableInBatches }) => ({ name, deletableInBatches })))
    left = left.filter((row) => !unreferenced.includes(row))
  }
  return sorted
}

/** Deletes up to `limit` rows, or all. @returns how many were deleted; 0 if the table can't be deleted in batches */
export async function deleteRows(
  db: SystemDb,
  enterpriseId: EnterpriseId,
  { name, deletableInBatches }: TenantTable,
  limit: number | undefined,
): Promise<number> {
  const deleted = await deleteOwned(db, { table: name, enterpriseId, limit: deletableInBatches ? limit : undefined })
  return deletableInBatches ? deleted : 0
}

type NewLogo = {
  id: string
  content_type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml'
  content: Buffer
  created_at: Date
}

export async function insertLogo(db: TenantDb, logo: NewLogo): Promise<void> {
  await db
    .insertInto('enterprise_logo')
    .values({ ...logo, enterprise_id: db.enterpriseId })
    .execute()
}

export async function deleteLogos(db: TenantDb): Promise<void> {
  await db.deleteFrom('enterprise_logo').where('enterprise_id', '=', db.enterpriseId).execute()
}

export async function selectLogo(
  db: TenantDb,
  id: string,
): Promise<{ content_type: string; content: Buffer } | undefined> {
  return await db
    .selectFrom('enterprise_logo')
    .select(['content_type', 'content'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
}
