import type { OperatorState } from '@simwright/contract/programs/es2plus'
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables, TenantTables } from '../../../db/tables.gen.ts'
import { lockName } from '../../../db/transaction.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'
import type { ChallengeColumns } from './proof.ts'

/** An operator has an id like a user: its events have it as `actor_id`. */
type OperatorId = UserId
export type OperatorKey = { enterpriseId: EnterpriseId; id: OperatorId }
type OperatorRow = Selectable<TenantTables['es2plus_operator']>

/** Notifications that wait are counted up to here. */
const WAITING_SHOWN = 1_000

export type ListedOperator = OperatorRow & {
  name: string
  state: OperatorState
  created_by_name: string
  waiting: number
  last_at: Date | null
  last_status: number | null
  last_fault: string | null
}

const operatorsStatement = statement(
  'select ES2+ operators',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select o.*, p.name, coalesce(c.state, 'DISPLACED') as state, coalesce(${nameOfUser('o.created_by')}, '') as created_by_name,
      d.last_at, d.last_status, d.last_fault,
      (select count(*) from (select 1 from es2plus_progress w where w.enterprise_id = o.enterprise_id
        and w.requester = o.requester and w.next_at is not null limit ${WAITING_SHOWN}) capped)::int as waiting
    from es2plus_operator o
    join program p on p.id = o.id
    left join es2plus_certificate_directory c on c.enterprise_id = o.enterprise_id and c.operator_id = o.id
    left join lateral (select * from es2plus_progress w where w.enterprise_id = o.enterprise_id
      and w.requester = o.requester and w.last_at is not null order by w.id desc limit 1) d on true
    where o.enterprise_id = ${enterpriseId} and o.removed_at is null order by o.created_at desc, o.id`,
  { present: ['state', 'waiting'] },
)

/** Operators that are not removed, newest first. */
export async function selectOperators(db: TenantDb): Promise<ListedOperator[]> {
  return (await operatorsStatement(db, { enterpriseId: db.enterpriseId })) as ListedOperator[]
}

const countES2OperatorsStatement = statement(
  'count ES2+ operators',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select count(*) as counted from es2plus_operator
    where enterprise_id = ${enterpriseId} and removed_at is null`,
  { present: ['counted'] },
)

/** Serializes registrations of the enterprise account. @returns the operators that are not removed */
export async function lockAndCount(db: TenantDb): Promise<number> {
  const { enterpriseId } = db
  await lockName(db, `es2plus_operator ${enterpriseId}`)
  return Number((await countES2OperatorsStatement(db, { enterpriseId }))[0]!.counted)
}

type NewOperator = Pick<
  OperatorRow,
  'requester' | 'certificate' | 'fingerprint' | 'subject' | 'not_after' | 'callback_url'
> &
  ChallengeColumns & { at: Date; userId: UserId }

const listCertificateStatement = statement(
  'list certificate of ES2+ operator',
  ({ enterpriseId, id, fingerprint }: OperatorKey & { fingerprint: string }) => sql`
    insert into es2plus_certificate_directory (fingerprint, enterprise_id, operator_id, state)
    select ${fingerprint}, ${enterpriseId}::uuid, ${id}::uuid, 'WAITING'
    where not exists (select from es2plus_certificate_directory where fingerprint = ${fingerprint} and state = 'PROVEN')
    on conflict do nothing
    returning fingerprint`,
)

/**
 * Inserts an operator that waits for its proof.
 * @returns false if this enterprise account has registered the certificate, or another one has proven it
 */
export async function insertOperator(
  db: TenantDb,
  { id }: OperatorKey,
  { at, userId, ...columns }: NewOperator,
): Promise<boolean> {
  const { enterpriseId } = db
  const { fingerprint } = columns
  await lockCertificate(db, fingerprint)
  const own = { enterprise_id: enterpriseId, id, ...columns }
  await db
    .insertInto('es2plus_operator')
    .values({ ...own, created_by: userId, created_at: at })
    .execute()
  return (await listCertificateStatement(db, { enterpriseId, id, fingerprint })).length === 1
}

/** Serializes registrations and proofs of one certificate, in all enterprise accounts. */
async function lockCertificate(db: TenantDb, fingerprint: string): Promise<void> {
  await lockName(db, `es2plus_certificate ${fingerprint}`)
}

/** The state of the certificate of an operator that is not removed, until the end of the transaction. */
export async function lockState(db: TenantDb, { id }: OperatorKey, fingerprint: string): Promise<OperatorState> {
  await lockCertificate(db, fingerprint)
  const row = await db
    .selectFrom('es2plus_certificate_directory')
    .select('state')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('operator_id', '=', id)
    .executeTakeFirst()
  return (row?.state as OperatorState | undefined) ?? 'DISPLACED'
}

/** Makes the certificate that of this operator alone: entries of other enterprise accounts are deleted. */
export async function proveDirectoryEntry(db: TenantDb, { id }: OperatorKey, fingerprint: string): Promise<void> {
  const { enterpriseId } = db
  await db
    .deleteFrom('es2plus_certificate_directory')
    .where('fingerprint', '=', fingerprint)
    .where('enterprise_id', '<>', enterpriseId)
    .execute()
  await db
    .updateTable('es2plus_certificate_directory')
    .set({ state: 'PROVEN' })
    .where('fingerprint', '=', fingerprint)
    .where('enterprise_id', '=', enterpriseId)
    .where('operator_id', '=', id)
    .execute()
}

type Displaced = Pick<OperatorRow, 'id' | 'enterprise_id' | 'requester' | 'fingerprint'> & { name: string }

const markDisplacedStatement = statement(
  'mark displaced ES2+ operators',
  ({ at }: { at: Date }) => sql`
    update es2plus_operator o set displaced_at = ${at}, challenge_nonce = null, challenge_expires_at = null
    from program p
    where p.id = o.id and ${isDisplaced}
    returning o.id, o.enterprise_id, o.requester, o.fingerprint, p.name`,
)

/** Marks operators whose certificate another enterprise account has proven. @returns those that were not marked yet */
export async function markDisplaced(system: SystemDb, at: Date): Promise<Displaced[]> {
  return await markDisplacedStatement(system, { at })
}

/** Locks an operator that is not removed. */
export async function lockOperator(
  db: TenantDb,
  { id }: OperatorKey,
): Promise<(OperatorRow & { name: string }) | undefined> {
  return await db
    .selectFrom('es2plus_operator as o')
    .innerJoin('program as p', 'p.id', 'o.id')
    .selectAll('o')
    .select('p.name')
    .where('o.enterprise_id', '=', db.enterpriseId)
    .where('o.id', '=', id)
    .where('o.removed_at', 'is', null)
    .forUpdate('o')
    .executeTakeFirst()
}

export async function updateOperator(
  db: TenantDb,
  { id }: OperatorKey,
  set: Updateable<TenantTables['es2plus_operator']>,
): Promise<void> {
  await db
    .updateTable('es2plus_operator')
    .set(set)
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** The certificate can be registered again. */
export async function deleteDirectoryEntry(db: TenantDb, { id }: OperatorKey): Promise<void> {
  await db
    .deleteFrom('es2plus_certificate_directory')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('operator_id', '=', id)
    .execute()
}

/** The operator that can use this certificate, in any enterprise account; 'unproven' if one or more wait for the proof. */
export async function selectByFingerprint(
  db: Kysely<GlobalTables>,
  fingerprint: string,
): Promise<OperatorKey | 'unproven' | undefined> {
  const rows = await db
    .selectFrom('es2plus_certificate_directory')
    .select(['enterprise_id', 'operator_id', 'state'])
    .where('fingerprint', '=', fingerprint)
    // the usable one is first
    .orderBy(sql`state = 'WAITING'`)
    .limit(1)
    .execute()
  const [row] = rows
  if (row?.state === 'WAITING') return 'unproven'
  return row && { enterpriseId: row.enterprise_id, id: row.operator_id }
}

type CallingOperator = Pick<OperatorRow, 'requester' | 'not_after' | 'last_used_at'> & {
  name: string
  deletion_at: Date | null
}

const forCallStatement = statement(
  'select ES2+ operator of call',
  ({ enterpriseId, id }: OperatorKey) => sql`
    select o.requester, o.not_after, o.last_used_at, p.name, e.deletion_at
    from es2plus_operator o
    join program p on p.id = o.id
    join enterprise e on e.enterprise_id = o.enterprise_id
    where o.enterprise_id = ${enterpriseId} and o.id = ${id} and o.removed_at is null`,
)

/** The operator and the state of its enterprise account, for a call. */
export async function selectForCall(db: TenantDb, { id }: OperatorKey): Promise<CallingOperator | undefined> {
  return (await forCallStatement(db, { enterpriseId: db.enterpriseId, id }))[0]
}

/** Whether an operator with this functionRequesterIdentifier can use its certificate. */
export async function hasRequester(db: TenantDb, requester: string): Promise<boolean> {
  const found = await db
    .selectFrom('es2plus_operator as o')
    .innerJoin('es2plus_certificate_directory as c', (join) =>
      join.onRef('c.enterprise_id', '=', 'o.enterprise_id').onRef('c.operator_id', '=', 'o.id'),
    )
    .select('o.id')
    .where('o.enterprise_id', '=', db.enterpriseId)
    .where('o.requester', '=', requester)
    .where('o.removed_at', 'is', null)
    .where('c.state', '<>', 'WAITING')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Operators whose certificate is another one's by now. */
const isDisplaced = condition`o.removed_at is null and o.displaced_at is null
  and not exists (select from es2plus_certificate_directory c
    where c.enterprise_id = o.enterprise_id and c.operator_id = o.id)`

/** Whether {@link markDisplaced} finds an operator. */
export const displacedDue = () => condition`exists (select from es2plus_operator o where ${isDisplaced})`
