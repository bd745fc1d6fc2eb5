import { type Kysely, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

export type AccountRecord = {
  id: string
  email: string
  password_hash: string
  first_name: string
  last_name: string
  company_name: string
  survey: unknown
  invitation: string | null
  state: 'PENDING' | 'ACTIVE' | 'INACTIVE'
  platform_id: string
}

const accountColumns = [
  'id',
  'email',
  'password_hash',
  'first_name',
  'last_name',
  'company_name',
  'survey',
  'invitation',
  'state',
  'platform_id',
] as const

/** Each platform has at most one account per address. */
export async function selectAccount(
  db: GlobalDb,
  { email, platformId }: { email: string; platformId: PlatformId },
): Promise<AccountRecord | undefined> {
  return await db
    .selectFrom('user_account')
    .select(accountColumns)
    .where('platform_id', '=', platformId)
    .where('email', '=', email)
    .executeTakeFirst()
}

export async function insertToken(
  db: GlobalDb,
  token: {
    token_hash: Uint8Array
    user_id: string
    purpose: 'ACTIVATE' | 'RESET'
    registration: string | null
    created_at: Date
    expires_at: Date
  },
): Promise<void> {
  await db
    .insertInto('user_token')
    .values({ ...token, used_at: null })
    .execute()
}

const takeTokenStatement = statement(
  'take user token',
  ({ now, tokenHash }: { now: Date; tokenHash: Uint8Array }) => sql`
    update user_token t set used_at = ${now} from user_account a
    where t.token_hash = ${tokenHash} and t.purpose = 'ACTIVATE' and t.used_at is null and t.expires_at > ${now}
      and a.id = t.user_id and a.state = 'PENDING'
    returning t.user_id, a.email, a.platform_id, t.registration`,
)

/** Marks the token as used. Undefined when it is unknown, used or expired, or the account is active already. */
export async function takeToken(
  db: TenantDb,
  tokenHash: Uint8Array,
  now: Date,
): Promise<{ user_id: string; email: string; platform_id: string; registration: unknown } | undefined> {
  return (await takeTokenStatement(db, { now, tokenHash }))[0]
}

/** What the newest activation link of a user that still works was sent with. */
export async function selectOpenRegistration(db: GlobalDb, userId: UserId, now: Date): Promise<unknown> {
  const token = await db
    .selectFrom('user_token')
    .select('registration')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'ACTIVATE')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return token?.registration
}

const enterpriseIdsStatement = statement(
  'select enterprises of user',
  ({ userId }: { userId: UserId }) => sql`
    select d.enterprise_id from member_directory d
    left join lateral (
      select s.created_at from user_session s
      where s.user_id = d.user_id and s.enterprise_id = d.enterprise_id order by s.created_at desc limit 1) last on true
    where d.user_id = ${userId}
    order by last.created_at desc nulls last, d.enterprise_id`,
)

/** The enterprise accounts that a user belongs to, the most recently used first. */
export async function selectEnterpriseIds(db: GlobalDb, userId: UserId): Promise<string[]> {
  return (await enterpriseIdsStatement(db, { userId })).map((row) => row.enterprise_id)
}

/** Whether an active member may sign in in any way, or by single sign-on only; undefined for anyone else. */
export async function selectSignInPolicy(
  db: TenantDb,
  { userId, now }: { userId: UserId; now: Date },
): Promise<'open' | 'sso' | undefined> {
  const member = await db
    .selectFrom('member')
    .innerJoin('enterprise', 'enterprise.enterprise_id', 'member.enterprise_id')
    .select(['member.built_in_role', 'enterprise.sso_only'])
    .where('member.enterprise_id', '=', db.enterpriseId)
    .where('member.user_id', '=', userId)
    .where('member.state', '=', 'ACTIVE')
    .where((where) => where.or([where('deletion_at', 'is', null), where('deletion_at', '>', now)]))
    .executeTakeFirst()
  if (!member) return undefined
  return member.sso_only && member.built_in_role !== 'Owner' ? 'sso' : 'open'
}

export async function selectAccountById(db: GlobalDb, userId: UserId): Promise<AccountRecord | undefined> {
  return await db.selectFrom('user_account').select(accountColumns).where('id', '=', userId).executeTakeFirst()
}

export type TokenHolder = { user_id: string; email: string; first_name: string; last_name: string }

const takeResetTokenStatement = statement(
  'take reset token',
  ({ now, tokenHash }: { now: Date; tokenHash: Uint8Array }) => sql`
    update user_token t set used_at = ${now} from user_account a
    where t.token_hash = ${tokenHash} and t.purpose = 'RESET' and t.used_at is null and t.expires_at > ${now}
      and a.id = t.user_id and a.state = 'ACTIVE'
    returning t.user_id, a.email, a.first_name, a.last_name`,
)

/** Marks a reset link as used and deletes the account's other open links. Undefined when it is unknown, used or expired. */
export async function takeResetToken(db: GlobalDb, tokenHash: Uint8Array, now: Date): Promise<TokenHolder | undefined> {
  const rows = await takeResetTokenStatement(db, { now, tokenHash })
  const taken = rows[0]
  if (taken) await deleteOpenTokens(db, taken.user_id)
  return taken
}

const deleteOpenTokensStatement = statement(
  'delete open tokens of user',
  ({ userId }: { userId: UserId }) => sql`delete from user_token where user_id = ${userId} and used_at is null`,
)

/** Deletes the unused links of a user. */
export async function deleteOpenTokens(db: GlobalDb | SystemDb, userId: UserId): Promise<void> {
  await deleteOpenTokensStatement(db, { userId })
}

export async function deleteTokens(db: TenantDb, userId: UserId): Promise<void> {
  await db.deleteFrom('user_token').where('user_id', '=', userId).execute()
}

/** The account of a reset link, which remains valid. */
export async function selectResetToken(
  db: GlobalDb,
  tokenHash: Uint8Array,
  now: Date,
): Promise<{ email: string; platform_id: string } | undefined> {
  return await db
    .selectFrom('user_token as token')
    .innerJoin('user_account as account', 'account.id', 'token.user_id')
    .select(['account.email', 'account.platform_id'])
    .where('token.token_hash', '=', tokenHash as Buffer)
    .where('token.purpose', '=', 'RESET')
    .where('token.used_at', 'is', null)
    .where('token.expires_at', '>', now)
    .where('account.state', '=', 'ACTIVE')
    .executeTakeFirst()
}

export type PersonRecord = AccountRecord & {
  time_zone: string | null
  password_changed_at: Date | null
  created_at: Date
  activated_at: Date | null
  deletion_at: Date | null
}

export async function selectPerson(db: GlobalDb, userId: UserId): Promise<PersonRecord | undefined> {
  return await db
    .selectFrom('user_account')
    .select([...accountColumns, 'time_zone', 'password_changed_at', 'created_at', 'activated_at', 'deletion_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

export async function selectMembershipIds(db: GlobalDb | SystemDb, userId: UserId): Promise<string[]> {
  const rows = await (db as GlobalDb)
    .selectFrom('member_directory')
    .select('enterprise_id')
    .where('user_id', '=', userId)
    .orderBy('enterprise_id')
    .execute()
  return rows.map((row) => row.enterprise_id)
}

export type MembershipRecord = {
  name: string
  role: string
  state: string
  since: Date
  otherOwners: number
  otherMembers: number
  /** The enterprise account will be deleted. */
  closing: boolean
}

const membershipStatement = statement(
  'select membership',
  ({ enterpriseId, userId }: { enterpriseId: EnterpriseId; userId: UserId }) => sql`
    select e.name, e.deletion_at is not null as closing, m.built_in_role as role, m.state, m.created_at as since,
      (select count(*) from member o where o.enterprise_id = m.enterprise_id and o.user_id <> m.user_id
         and o.state = 'ACTIVE' and o.built_in_role = 'Owner') as "otherOwners",
      (select count(*) from member o where o.enterprise_id = m.enterprise_id and o.user_id <> m.user_id
         and o.state <> 'INVITED') as "otherMembers"
    from member m join enterprise e on e.enterprise_id = m.enterprise_id
    where m.enterprise_id = ${enterpriseId} and m.user_id = ${userId}`,
  { present: ['closing', 'role', 'otherOwners', 'otherMembers'] },
)

/** A user's membership, and how many other members there are. Invitations don't count: they may never be accepted. */
export async function selectMembership(
  db: SystemDb,
  enterpriseId: EnterpriseId,
  userId: UserId,
): Promise<MembershipRecord | undefined> {
  return (await membershipStatement(db, { enterpriseId, userId }))[0]
}

export async function selectDueAccounts(db: GlobalDb, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('user_account')
    .select('id')
    .where('deletion_at', '<=', now)
    .orderBy('deletion_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Undefined when the deletion was canceled, or another process works on it. */
export async function lockDueAccount(db: SystemDb, userId: UserId, now: Date): Promise<{ email: string } | undefined> {
  return await db
    .selectFrom('user_account')
    .select('email')
    .where('id', '=', userId)
    .where('deletion_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function selectAllSessions(db: GlobalDb, userId: UserId) {
  return await db
    .selectFrom('user_session')
    .select([
      'id',
      'address',
      'user_agent as userAgent',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'ended_at as endedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute()
}

export async function selectMailsTo(db: GlobalDb, { email, platform_id }: { email: string; platform_id: string }) {
  return await db
    .selectFrom('mail_message')
    .select(['kind', 'state', 'created_at as createdAt', 'sent_at as sentAt'])
    .where('recipient', '=', email)
    .where((where) => where.or([where('platform_id', '=', platform_id), where('platform_id', 'is', null)]))
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute()
}

/** The user's identities at providers, for the export of personal data. */
export async function selectIdentitiesOf(db: GlobalDb, userId: UserId) {
  return await db
    .selectFrom('user_identity')
    .select(['source_name', 'subject', 'email', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}
