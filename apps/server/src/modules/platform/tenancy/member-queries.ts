import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, GroupId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'

/** A built-in role, a custom role of the enterprise, or none. */
export type RoleReference = { built_in_role: string | null; role_id: string | null }

type NewMember = { id: string; userId: UserId; role: string; at: Date }

const columnsOf = (enterpriseId: EnterpriseId, { id, userId, role, at }: NewMember) => ({
  enterprise_id: enterpriseId,
  id,
  user_id: userId,
  built_in_role: role,
  state: 'ACTIVE' as const,
  created_at: at,
})

/** @throws a unique violation when the user is already a member */
export async function insertMember(db: TenantDb, member: NewMember): Promise<void> {
  const { enterpriseId } = db
  await db.insertInto('member').values(columnsOf(enterpriseId, member)).execute()
  await db.insertInto('member_directory').values({ user_id: member.userId, enterprise_id: enterpriseId }).execute()
}

/** Inserts a member. A user who is already a member gets the role, becomes active again and sees all profiles. */
export async function upsertMember(db: TenantDb, member: NewMember): Promise<void> {
  await db
    .insertInto('member')
    .values(columnsOf(db.enterpriseId, member))
    .onConflict((conflict) =>
      conflict
        .columns(['enterprise_id', 'user_id'])
        .doUpdateSet({ built_in_role: member.role, state: 'ACTIVE', group_limit: null }),
    )
    .execute()
  await insertIntoDirectory(db, member.userId)
}

/** Inserts a member who signed in by single sign-on. A user who is already a member is not changed. */
export async function insertSsoMember(
  db: TenantDb,
  { id, userId, role, at }: { id: string; userId: UserId; role: RoleReference; at: Date },
): Promise<void> {
  await db
    .insertInto('member')
    .values({ ...columnsOf(db.enterpriseId, { id, userId, role: '', at }), ...role })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'user_id']).doNothing())
    .execute()
  await insertIntoDirectory(db, userId)
}

async function insertIntoDirectory(db: TenantDb, userId: UserId): Promise<void> {
  await db
    .insertInto('member_directory')
    .values({ user_id: userId, enterprise_id: db.enterpriseId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type NewInvitation = {
  id: string
  email: string
  role: RoleReference
  /** A limit to groups; null: none. */
  groups: readonly GroupId[] | null
  invitedBy: string
  hash: Uint8Array
  at: Date
  expiresAt: Date
}

type InvitedValues = Omit<NewInvitation, 'role'> & NewInvitation['role'] & { enterpriseId: EnterpriseId }

const insertInvitedStatement = statement(
  'insert invited member',
  (v: InvitedValues) => sql`
    insert into member (enterprise_id, id, state, built_in_role, role_id, created_at,
      invited_email, invited_by, invitation_hash, invited_at, invitation_expires_at, group_limit)
    select ${v.enterpriseId}, ${v.id}, 'INVITED', ${v.built_in_role}, ${v.role_id}, ${v.at},
      ${v.email}, ${v.invitedBy}, ${v.hash}, ${v.at}, ${v.expiresAt}, ${v.groups}::uuid[]
    on conflict (enterprise_id, invited_email) where state = 'INVITED' do nothing
    returning id`,
)

/** @returns false when there is an open invitation of the address */
export async function insertInvited(db: TenantDb, { role, ...invited }: NewInvitation): Promise<boolean> {
  return (await insertInvitedStatement(db, { ...invited, ...role, enterpriseId: db.enterpriseId })).length > 0
}

/** Replaces the token of an open invitation, unless it was replaced after `before`. @returns false if it was not */
export async function renewInvitation(
  db: TenantDb,
  { id, hash, at, expiresAt, before }: { id: string; hash: Buffer; at: Date; expiresAt: Date; before: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('member')
    .set({ invitation_hash: hash, invited_at: at, invitation_expires_at: expiresAt })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('state', '=', 'INVITED')
    .where('invited_at', '<=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the open invitation of an address. @returns its role; undefined when there is no invitation */
export async function deleteInvitation(db: TenantDb, email: string): Promise<RoleReference | undefined> {
  return await db
    .deleteFrom('member')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('state', '=', 'INVITED')
    .where('invited_email', '=', email)
    .returning(['built_in_role', 'role_id'])
    .executeTakeFirst()
}

const updateJoinedStatement = statement(
  'update joined',
  ({ userId, enterpriseId }: { userId: UserId; enterpriseId: EnterpriseId }) => sql`
    insert into member_directory (user_id, enterprise_id) values (${userId}, ${enterpriseId})
    on conflict do nothing returning user_id`,
)

/** Makes the invited user a member. @returns false when the user is already one */
export async function updateJoined(
  db: TenantDb,
  { id, userId, at }: { id: string; userId: UserId; at: Date },
): Promise<boolean> {
  const { enterpriseId } = db
  const rows = await updateJoinedStatement(db, { userId, enterpriseId })
  if (rows.length === 0) return false
  await db
    .updateTable('member')
    .set({ state: 'ACTIVE', user_id: userId, invitation_hash: null, created_at: at })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
  return true
}

export async function updateMemberState(
  db: TenantDb,
  { id, state }: { id: string; state: 'ACTIVE' | 'INACTIVE' },
): Promise<void> {
  await db
    .updateTable('member')
    .set((set) => ({ state, version: set('version', '+', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Stores that a user was active in the enterprise account. Does nothing for a user who is no member. */
export async function updateMemberSeen(db: TenantDb, { userId, at }: { userId: UserId; at: Date }): Promise<void> {
  await db
    .updateTable('member')
    .set({ last_seen_at: at })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('user_id', '=', userId)
    .execute()
}

export async function updateMemberRole(
  db: TenantDb,
  { id, role, limit }: { id: string; role: RoleReference; limit: 'lifted' | 'unchanged' },
): Promise<void> {
  await db
    .updateTable('member')
    .set((set) => ({ ...role, ...(limit === 'lifted' ? { group_limit: null } : {}), version: set('version', '+', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a member, or an open invitation, which has no `userId`. */
export async function deleteMember(db: TenantDb, { id, userId }: { id: string; userId: UserId | null }): Promise<void> {
  await db.deleteFrom('member').where('enterprise_id', '=', db.enterpriseId).where('id', '=', id).execute()
  if (userId === null) return
  await deleteFromDirectory(db, userId)
}

/** @returns false when the user is not a member */
export async function deleteMemberByUser(db: TenantDb, userId: UserId): Promise<boolean> {
  await deleteFromDirectory(db, userId)
  const { numDeletedRows } = await db
    .deleteFrom('member')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

async function deleteFromDirectory(db: TenantDb, userId: UserId): Promise<void> {
  await db
    .deleteFrom('member_directory')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('user_id', '=', userId)
    .execute()
}
