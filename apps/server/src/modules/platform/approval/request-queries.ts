import type { ApprovalState } from '@simwright/contract/platform/approval'
import type { ApprovalOperation } from '@simwright/contract/platform/approval-operation'
import { sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition, textOf } from '../../../db/expression.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { nameOfUser } from '../tenancy/service.ts'

const shown = (db: TenantDb) =>
  db
    .selectFrom('approval_request as r')
    .selectAll('r')
    .select([
      textOf`${nameOfUser('r.requester_id')}`.as('requested_by_name'),
      textOf`${nameOfUser('r.decided_by')}`.as('decided_by_name'),
      textOf`(select k.name from api_key k where k.enterprise_id = r.enterprise_id and k.id = r.requester_key)`.as(
        'key_name',
      ),
      textOf`(select l.name from rule l where l.enterprise_id = r.enterprise_id and l.id = r.rule_id)`.as('rule_name'),
    ])
    .where('r.enterprise_id', '=', db.enterpriseId)

export async function selectRequest(db: TenantDb, id: string) {
  return await shown(db).where('r.id', '=', id).executeTakeFirst()
}

export type RequestRecord = NonNullable<Awaited<ReturnType<typeof selectRequest>>>

/** Locks a request until the transaction ends. */
export async function lockRequest(db: TenantDb, id: string): Promise<RequestRecord | undefined> {
  const locked = await db
    .selectFrom('approval_request')
    .select('id')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return locked && (await selectRequest(db, id))
}

export type RequestFilter = {
  state?: readonly ApprovalState[] | undefined
  operation?: readonly ApprovalOperation[] | undefined
  personId?: UserId | undefined
  /** Those of the users in question; undefined: all. */
  ids?: readonly string[] | undefined
}

const matching = (db: TenantDb, { state, operation, personId, ids }: RequestFilter) => {
  const all = [
    state && sql`and r.state = any(${[...state]}::text[])`,
    operation && sql`and r.operation = any(${[...operation]}::text[])`,
    personId && sql`and r.person_id = ${personId}`,
    ids && sql`and r.id = any(${[...ids]}::uuid[])`,
  ]
  return condition`r.enterprise_id = ${db.enterpriseId} ${sql.join(
    all.filter((one) => one !== undefined),
    sql` `,
  )}`
}

type Page = { filter: RequestFilter; direction: 'asc' | 'desc'; keyset: Keyset | undefined; limit: number }

/** Up to `limit + 1` requests. */
export async function selectRequests(
  db: TenantDb,
  { filter, direction, keyset, limit }: Page,
): Promise<RequestRecord[]> {
  let rows = shown(db).where(matching(db, filter))
  if (keyset)
    rows = rows.where(
      condition`(r.requested_at, r.id) ${direction === 'asc' ? sql`>` : sql`<`} (${keyset.value}::timestamptz, ${keyset.id}::uuid)`,
    )
  return await rows
    .orderBy('r.requested_at', direction)
    .orderBy('r.id', direction)
    .limit(limit + 1)
    .execute()
}

export async function countRequests(db: TenantDb, filter: RequestFilter): Promise<number> {
  return await countCapped(db, sql`select 1 from approval_request r where ${matching(db, filter)}`)
}

type Change = {
  state?: ApprovalState
  comment?: string
  decided_by?: UserId
  decided_at?: Date
  decision_comment?: string
  starts_at?: Date
  ended_at?: Date
  reason?: string
  changed?: string
  sealed_input?: null
}

/** @returns the new version */
export async function updateRequest(db: TenantDb, id: string, change: Change): Promise<number> {
  const row = await db
    .updateTable('approval_request')
    .set({ ...change, version: sql`version + 1` })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

/** @returns how often the work was begun */
export async function addAttempt(db: TenantDb, id: string): Promise<number> {
  const row = await db
    .updateTable('approval_request')
    .set({ attempts: sql`attempts + 1` })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return row.attempts
}

export async function updateNotified(db: TenantDb, id: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('approval_request')
    .set({ notified_at: at })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('notified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const AT_ONCE = 100

export type RequestKey = { enterpriseId: EnterpriseId; id: string }

const found = async (db: SystemDb, where: ReturnType<typeof condition>): Promise<RequestKey[]> =>
  (await db
    .selectFrom('approval_request')
    .select(['enterprise_id as enterpriseId', 'id'])
    .where(where)
    .orderBy('requested_at')
    .limit(AT_ONCE)
    .execute()) as RequestKey[]

const isUnnotified = condition`notified_at is null`
const hasExpired = (at: Date) => condition`state in ('PENDING', 'APPROVED') and expires_at <= ${at}`
const isStarting = (at: Date) => condition`state = 'APPROVED' and mode = 'AUTO' and starts_at <= ${at}`

/** Requests of all enterprise accounts of which the approvers do not know. */
export const selectUnnotified = (db: SystemDb) => found(db, isUnnotified)
export const selectExpired = (db: SystemDb, at: Date) => found(db, hasExpired(at))
/** Approved work that the portal does, whose time has come. */
export const selectStarting = (db: SystemDb, at: Date) => found(db, isStarting(at))

/** Accounts in which approval is switched off because nobody can approve. */
export async function selectOffDue(db: SystemDb, at: Date): Promise<EnterpriseId[]> {
  const rows = await db
    .selectFrom('approval_policy')
    .select('enterprise_id')
    .where('off_due_at', '<=', at)
    .limit(AT_ONCE)
    .execute()
  return rows.map((row) => row.enterprise_id as EnterpriseId)
}

export const approvalsDue = (at: Date) => condition`
  coalesce((select min(requested_at) from approval_request where notified_at is null) <= ${at}, false)
  or coalesce((select min(expires_at) from approval_request where state in ('PENDING', 'APPROVED')) <= ${at}, false)
  or coalesce((select min(starts_at) from approval_request where state = 'APPROVED' and mode = 'AUTO') <= ${at}, false)
  or coalesce((select min(off_due_at) from approval_policy where off_due_at is not null) <= ${at}, false)`
