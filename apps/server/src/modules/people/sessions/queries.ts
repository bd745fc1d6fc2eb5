import type { LimitGroups } from '@simwright/contract/people/group-limit'
import type { Kysely, Transaction } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition, textOf } from '../../../db/expression.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { isBeyondMemberLimit } from '../../platform/plans/service.ts'
import { groupsOfLimit } from '../../profiles/groups/service.ts'

export type SessionRecord = {
  user_id: string
  enterprise_id: string
  binding_hash: Buffer
  last_seen_at: Date
  expires_at: Date
  ended_at: Date | null
  end_reason: EndReason | null
  email: string
  first_name: string
  last_name: string
  account_state: string
  /** Null when the user is not a member of the enterprise account, or has no built-in role. */
  role: string | null
  own_role: string | null
  own_role_permissions: unknown
  enterprise_state: string | null
  enterprise_deletion_at: Date | null
  platform_id: string
  member_state: string | null
  /** When the member was last active in the enterprise account, as far as it is stored. */
  member_seen_at: Date | null
  proved_at: Date
  second_factor: boolean
  second_factor_demanded: boolean | null
  sso_only: boolean | null
  sso_enterprise_id: string | null
  /** Why platform staff visit the enterprise account; null: not a visit. */
  visit_reason: string | null
  enterprise_platform_id: string | null
  /** Whether the plan allows fewer members than there are, and the user is one of those beyond the limit. */
  frozen: boolean
  /** The existing groups of the member's limit, by name; null: no limit. */
  groups: LimitGroups
}

export type EndReason = 'SIGN_OUT' | 'IDLE' | 'EXPIRED' | 'ELSEWHERE'

type SessionKey = { enterpriseId: EnterpriseId; sessionId: string; at: Date }

const sessionStatement = statement('select session', ({ enterpriseId, sessionId, at }: SessionKey, db) =>
  db
    .selectFrom('user_session as session')
    .innerJoin('user_account as account', 'account.id', 'session.user_id')
    .leftJoin('member', (join) =>
      join.onRef('member.user_id', '=', 'session.user_id').on('member.enterprise_id', '=', enterpriseId),
    )
    .leftJoin('enterprise', (join) => join.on('enterprise.enterprise_id', '=', enterpriseId))
    .leftJoin('enterprise_role', (join) =>
      join
        .onRef('enterprise_role.enterprise_id', '=', 'member.enterprise_id')
        .onRef('enterprise_role.id', '=', 'member.role_id'),
    )
    .select([
      'session.user_id',
      'session.enterprise_id',
      'session.binding_hash',
      'session.last_seen_at',
      'session.expires_at',
      'session.ended_at',
      'session.end_reason',
      'account.email',
      'account.first_name',
      'account.last_name',
      'account.state as account_state',
      'member.built_in_role as role',
      'member.state as member_state',
      'member.last_seen_at as member_seen_at',
      'enterprise_role.name as own_role',
      'enterprise_role.permissions as own_role_permissions',
      'enterprise.state as enterprise_state',
      'enterprise.deletion_at as enterprise_deletion_at',
      'account.platform_id',
      'session.proved_at',
      'account.second_factor',
      'enterprise.second_factor_demanded',
      'enterprise.sso_only',
      'session.sso_enterprise_id',
      'session.visit_reason',
      'enterprise.platform_id as enterprise_platform_id',
      isBeyondMemberLimit(at).as('frozen'),
      groupsOfLimit.as('groups'),
    ])
    .where('session.id', '=', sessionId)
    .where('session.enterprise_id', '=', enterpriseId),
)

/** The session with its user and membership, in one statement. */
export async function selectSession(db: TenantDb, key: SessionKey): Promise<SessionRecord | undefined> {
  return (await sessionStatement(db, key))[0]
}

export type NewSession = {
  id: string
  user_id: string
  enterprise_id: string
  binding_hash: Uint8Array
  address: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
  proved_at: Date
  expires_at: Date
  sso_enterprise_id: string | null
  visit_reason: string | null
  /** The name of the visited enterprise account. */
  visit_name: string | null
}

export async function insertSession(db: Kysely<GlobalTables>, session: NewSession): Promise<void> {
  await db.insertInto('user_session').values(session).execute()
}

export async function updateSeen(db: TenantDb | Transaction<GlobalTables>, sessionId: string, at: Date): Promise<void> {
  await (db as Kysely<GlobalTables>)
    .updateTable('user_session')
    .set({ last_seen_at: at })
    .where('id', '=', sessionId)
    .where('last_seen_at', '<', at)
    .execute()
}

/** Ends a session. One that has already ended keeps its reason. */
export async function updateEnded(
  db: SystemDb | Kysely<GlobalTables>,
  sessionId: string,
  { at, reason }: { at: Date; reason: EndReason },
): Promise<void> {
  await (db as Kysely<GlobalTables>)
    .updateTable('user_session')
    .set({ ended_at: at, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the visit of a user, if there is one. */
export async function updateVisitEnded(db: Kysely<GlobalTables>, userId: UserId, at: Date): Promise<void> {
  await db
    .updateTable('user_session')
    .set({ ended_at: at, end_reason: 'SIGN_OUT' })
    .where('user_id', '=', userId)
    .where('visit_reason', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
}

export type EndedVisitRecord = {
  enterprise_id: string
  visit_name: string
  user_id: string
  ended_at: Date
  email: string
  first_name: string
  last_name: string
}

/** Marks the visits that are over as audited, and returns them: each once, in all processes. */
export async function updateVisitEndsAudited(db: Kysely<GlobalTables>, now: Date): Promise<EndedVisitRecord[]> {
  return await db
    .updateTable('user_session as session')
    .from('user_account as account')
    .set({ visit_end_audited: true })
    .whereRef('account.id', '=', 'session.user_id')
    .where('session.visit_reason', 'is not', null)
    .where('session.visit_end_audited', '=', false)
    .where((is) => is.or([is('session.ended_at', 'is not', null), is('session.expires_at', '<=', now)]))
    .returning([
      'session.enterprise_id',
      'session.user_id',
      textOf`session.visit_name`.as('visit_name'),
      (eb) => eb.fn<Date>('least', ['session.ended_at', 'session.expires_at']).as('ended_at'),
      'account.email',
      'account.first_name',
      'account.last_name',
    ])
    .execute()
}

export type StaffRightsRecord = { role: string | null; own_role_permissions: unknown }

/** The role of an active member of the platform's staff. */
export async function selectStaffRights(db: TenantDb, userId: UserId): Promise<StaffRightsRecord | undefined> {
  return await db
    .selectFrom('member')
    .leftJoin('enterprise_role', (join) =>
      join
        .onRef('enterprise_role.enterprise_id', '=', 'member.enterprise_id')
        .onRef('enterprise_role.id', '=', 'member.role_id'),
    )
    .select(['member.built_in_role as role', 'enterprise_role.permissions as own_role_permissions'])
    .where('member.enterprise_id', '=', STAFF_ENTERPRISE_ID)
    .where('member.user_id', '=', userId)
    .where('member.state', '=', 'ACTIVE')
    .executeTakeFirst()
}

export type OpenSessionRecord = {
  id: string
  address: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
  visit_reason: string | null
}

/** Sessions that have neither ended nor expired, the most recently used first. */
export async function selectOpenSessions(
  db: Kysely<GlobalTables>,
  userId: UserId,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<OpenSessionRecord[]> {
  return await db
    .selectFrom('user_session')
    .select(['id', 'address', 'user_agent', 'created_at', 'last_seen_at', 'visit_reason'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>=', idleSince)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

/** Ends sessions of a user: one, all but one, or all. @returns how many */
export async function updateEndedOf(
  db: Kysely<GlobalTables>,
  userId: UserId,
  { only, except, at }: { only?: string; except?: string; at: Date },
): Promise<number> {
  let update = db
    .updateTable('user_session')
    .set({ ended_at: at, end_reason: 'ELSEWHERE' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (only !== undefined) update = update.where('id', '=', only)
  if (except !== undefined) update = update.where('id', '<>', except)
  const { numUpdatedRows } = await update.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The user's data for the token of a session. */
export async function selectTokenUser(db: Kysely<GlobalTables>, sessionId: string) {
  return await db
    .selectFrom('user_session as session')
    .innerJoin('user_account as account', 'account.id', 'session.user_id')
    .innerJoin('platform', 'platform.id', 'account.platform_id')
    .select([
      'platform.sys',
      'session.user_id as userId',
      'session.enterprise_id as enterpriseId',
      'session.expires_at as expiresAt',
      'account.first_name as firstName',
      'account.last_name as lastName',
      'account.company_name as companyName',
      'account.email',
    ])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
}

/** Whether {@link updateVisitEndsAudited} finds a visit. */
export const visitEndsDue = (now: Date) => condition`
  exists (select from user_session where visit_reason is not null and not visit_end_audited
    and (ended_at is not null or expires_at <= ${now}))`
