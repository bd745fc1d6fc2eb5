import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Counted } from '../../../db/row.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { GlobalTables, TenantTables } from '../../../db/tables.gen.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

/** An operator has an id like a user: its events have it as `actor_id`. */
type OperatorId = UserId
export type OperatorKey = { enterpriseId: EnterpriseId; id: OperatorId }
type OperatorRow = Selectable<TenantTables['es2plus_operator']>

/** Notifications that wait are counted up to here. */
const WAITING_SHOWN = 1_000

export type ListedOperator = Omit<OperatorRow, 'certificate'> & {
  name: string
  created_by_name: string
  waiting: number
  last_at: Date | null
  last_status: number | null
  last_fault: string | null
}

/** Operators whose certificate is in use, newest first. */
export async function selectOperators(db: TenantDb, enterpriseId: EnterpriseId): Promise<ListedOperator[]> {
  const { rows } = await sql<ListedOperator>`
    select o.id, o.requester, o.fingerprint, o.subject, o.not_after, o.callback_url, o.version, o.created_at,
      o.last_used_at, p.name, coalesce(${nameOfUser('o.created_by')}, '') as created_by_name,
      d.last_at, d.last_status, d.last_fault,
      (select count(*) from (select 1 from es2plus_progress w where w.enterprise_id = o.enterprise_id
        and w.requester = o.requester and w.next_at is not null limit ${WAITING_SHOWN}) capped)::int as waiting
    from es2plus_operator o
    join program p on p.id = o.id
    left join user_account u on u.id = o.created_by
    left join lateral (select * from es2plus_progress w where w.enterprise_id = o.enterprise_id
      and w.requester = o.requester and w.last_at is not null order by w.id desc limit 1) d on true
    where o.enterprise_id = ${enterpriseId} and o.removed_at is null order by o.created_at desc, o.id`.execute(db)
  return rows
}

/** Serializes registrations of the enterprise account. @returns the certificates in use */
export async function lockAndCount(db: TenantDb, enterpriseId: EnterpriseId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`es2plus_operator ${enterpriseId}`}, 0))`.execute(db)
  const { rows } = await sql<Counted>`
    select count(*) as counted from es2plus_operator
    where enterprise_id = ${enterpriseId} and removed_at is null`.execute(db)
  return Number(rows[0]!.counted)
}

type NewOperator = Pick<
  OperatorRow,
  'requester' | 'certificate' | 'fingerprint' | 'subject' | 'not_after' | 'callback_url'
> & { at: Date; userId: UserId }

/** @returns false if the certificate is in use, in any enterprise account */
export async function insertOperator(
  db: TenantDb,
  { enterpriseId, id }: OperatorKey,
  { at, userId, ...columns }: NewOperator,
): Promise<boolean> {
  const own = { enterprise_id: enterpriseId, id, ...columns }
  await db
    .insertInto('es2plus_operator')
    .values({ ...own, created_by: userId, created_at: at })
    .execute()
  const listed = await db
    .insertInto('es2plus_certificate_directory')
    .values({ fingerprint: columns.fingerprint, enterprise_id: enterpriseId, operator_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('fingerprint')
    .executeTakeFirst()
  return listed !== undefined
}

/** Locks an operator whose certificate is in use. */
export async function lockOperator(
  db: TenantDb,
  { enterpriseId, id }: OperatorKey,
): Promise<(OperatorRow & { name: string }) | undefined> {
  return await db
    .selectFrom('es2plus_operator as o')
    .innerJoin('program as p', 'p.id', 'o.id')
    .selectAll('o')
    .select('p.name')
    .where('o.enterprise_id', '=', enterpriseId)
    .where('o.id', '=', id)
    .where('o.removed_at', 'is', null)
    .forUpdate('o')
    .executeTakeFirst()
}

export async function updateOperator(
  db: TenantDb,
  { enterpriseId, id }: OperatorKey,
  set: Updateable<TenantTables['es2plus_operator']>,
): Promise<void> {
  await db
    .updateTable('es2plus_operator')
    .set(set)
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** The certificate can be registered again. */
export async function deleteDirectoryEntry(db: TenantDb, { enterpriseId, id }: OperatorKey): Promise<void> {
  await db
    .deleteFrom('es2plus_certificate_directory')
    .where('enterprise_id', '=', enterpriseId)
    .where('operator_id', '=', id)
    .execute()
}

/** The operator with this certificate, in any enterprise account. */
export async function selectByFingerprint(
  db: Kysely<GlobalTables>,
  fingerprint: string,
): Promise<OperatorKey | undefined> {
  const row = await db
    .selectFrom('es2plus_certificate_directory')
    .select(['enterprise_id', 'operator_id'])
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row && { enterpriseId: row.enterprise_id, id: row.operator_id }
}

type CallingOperator = Pick<OperatorRow, 'requester' | 'not_after' | 'last_used_at'> & {
  name: string
  deletion_at: Date | null
}

/** The operator and the state of its enterprise account, for a call. */
export async function selectForCall(
  db: TenantDb,
  { enterpriseId, id }: OperatorKey,
): Promise<CallingOperator | undefined> {
  const { rows } = await sql<CallingOperator>`
    select o.requester, o.not_after, o.last_used_at, p.name, e.deletion_at
    from es2plus_operator o
    join program p on p.id = o.id
    join enterprise e on e.enterprise_id = o.enterprise_id
    where o.enterprise_id = ${enterpriseId} and o.id = ${id} and o.removed_at is null`.execute(db)
  return rows[0]
}

/** Whether an operator with this functionRequesterIdentifier is registered. */
export async function hasRequester(db: TenantDb, enterpriseId: EnterpriseId, requester: string): Promise<boolean> {
  const found = await db
    .selectFrom('es2plus_operator')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('requester', '=', requester)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
