import { builtInRoles, type PermissionId, rolePermissions } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import { textOf } from '../../../db/expression.ts'
import type { UserId } from '../../../db/row-id.ts'
import { isBeyondMemberLimit } from '../plans/service.ts'
import { nameOfPerson } from '../tenancy/service.ts'

export type Candidate = {
  userId: UserId
  name: string
  email: string
  /** The permissions of the role. */
  permissions: ReadonlySet<string>
  memberSince: Date
}

const ofRole = (role: string | null, own: unknown): readonly string[] => {
  const builtIn = builtInRoles.find((one) => one === role)
  if (builtIn) return rolePermissions[builtIn]
  return Array.isArray(own) ? own : []
}

/** Active members whose role has the permission to approve, and whose view is not limited. */
export async function selectCandidates(db: TenantDb, at: Date): Promise<Candidate[]> {
  const permission: PermissionId = 'Approval_Decide'
  const rows = await db
    .selectFrom('member')
    .innerJoin('user_account as u', 'u.id', 'member.user_id')
    .leftJoin('enterprise_role as r', (join) =>
      join.onRef('r.enterprise_id', '=', 'member.enterprise_id').onRef('r.id', '=', 'member.role_id'),
    )
    .select([
      'u.id as userId',
      'u.email',
      'member.built_in_role as role',
      'r.permissions as own',
      'member.created_at as memberSince',
    ])
    .select(textOf`${nameOfPerson('u.id')}`.as('name'))
    .select(isBeyondMemberLimit(at).as('frozen'))
    .where('member.enterprise_id', '=', db.enterpriseId)
    .where('member.state', '=', 'ACTIVE')
    .where('member.group_limit', 'is', null)
    .where('u.state', '=', 'ACTIVE')
    .orderBy('u.first_name')
    .orderBy('u.last_name')
    .orderBy('u.id')
    .execute()
  return rows
    .filter(({ frozen }) => !frozen)
    .map(({ role, own, userId, ...row }) => ({
      userId: userId as UserId,
      name: row.name,
      email: row.email,
      memberSince: row.memberSince,
      permissions: new Set(ofRole(role, own)),
    }))
    .filter(({ permissions }) => permissions.has(permission))
}

export type Identity = { userId: UserId; email: string; subject: string }

/** What identity providers say of users, and their addresses. */
export async function selectIdentities(db: TenantDb, userIds: readonly UserId[]): Promise<Identity[]> {
  if (userIds.length === 0) return []
  const ids = [...userIds]
  const rows = await db
    .selectFrom('user_account as u')
    .leftJoin('user_identity as i', 'i.user_id', 'u.id')
    .select(['u.id as userId', 'u.email as ownEmail', 'i.email', 'i.subject'])
    .where('u.id', 'in', ids)
    .execute()
  return rows.flatMap(({ userId, ownEmail, email, subject }) => {
    const own = { userId: userId as UserId, email: ownEmail, subject: '' }
    return email === null ? [own] : [own, { userId: userId as UserId, email, subject: subject ?? '' }]
  })
}
