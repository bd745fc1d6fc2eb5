import type { Kysely, Transaction } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import type { GlobalTables } from '../../db/tables.gen.ts'

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
  /** Null when the user is no member of the enterprise account. */
  role: string | null
  member_state: string | null
}

export type EndReason = 'SIGN_OUT' | 'IDLE' | 'EXPIRED' | 'ELSEWHERE'

/** The session with its user, and the user's place in the enterprise account, in one read. */
export async function selectSession(
  db: TenantDb,
  enterpriseId: string,
  sessionId: string,
): Promise<SessionRecord | undefined> {
  return await db
    .selectFrom('user_session as session')
    .innerJoin('user_account as account', 'account.id', 'session.user_id')
    .leftJoin('member', (join) =>
      join.onRef('member.user_id', '=', 'session.user_id').on('member.enterprise_id', '=', enterpriseId),
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
    ])
    .where('session.id', '=', sessionId)
    .where('session.enterprise_id', '=', enterpriseId)
    .executeTakeFirst()
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
  expires_at: Date
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

/** The first end stands. */
export async function updateEnded(
  db: TenantDb | Kysely<GlobalTables>,
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

export type EnterpriseRecord = { enterprise_id: string; name: string; plan: string; created_at: Date }

export async function selectEnterprise(db: TenantDb, enterpriseId: string): Promise<EnterpriseRecord | undefined> {
  return await db
    .selectFrom('enterprise')
    .select(['enterprise_id', 'name', 'plan', 'created_at'])
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst()
}
