import type { LimitGroups } from '@simwright/contract/people/group-limit'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId, UserId } from '../../../db/row-id.ts'
import { isBeyondMemberLimit } from '../../platform/plans/service.ts'
import { groupsOfLimit } from '../../profiles/groups/service.ts'

export type MemberRecord = {
  enterprise_id: EnterpriseId
  user_id: UserId
  email: string
  first_name: string
  last_name: string
  platform_id: PlatformId
  /** The built-in role. */
  role: string | null
  own_role: string | null
  own_role_permissions: unknown
  enterprise_state: string
  enterprise_deletion_at: Date | null
  frozen: boolean
  groups: LimitGroups
}

/** The active members by name; with `userIds`, those of them. */
export async function selectMembers(
  db: TenantDb,
  { at, userIds }: { at: Date; userIds: readonly UserId[] | undefined },
): Promise<MemberRecord[]> {
  let members = db
    .selectFrom('member')
    .innerJoin('user_account as account', 'account.id', 'member.user_id')
    .innerJoin('enterprise', 'enterprise.enterprise_id', 'member.enterprise_id')
    .leftJoin('enterprise_role', (join) =>
      join
        .onRef('enterprise_role.enterprise_id', '=', 'member.enterprise_id')
        .onRef('enterprise_role.id', '=', 'member.role_id'),
    )
    .select([
      'member.enterprise_id',
      'account.id as user_id',
      'account.email',
      'account.first_name',
      'account.last_name',
      'account.platform_id',
      'member.built_in_role as role',
      'enterprise_role.name as own_role',
      'enterprise_role.permissions as own_role_permissions',
      'enterprise.state as enterprise_state',
      'enterprise.deletion_at as enterprise_deletion_at',
      isBeyondMemberLimit(at).as('frozen'),
      groupsOfLimit.as('groups'),
    ])
    .where('member.enterprise_id', '=', db.enterpriseId)
    .where('member.state', '=', 'ACTIVE')
    .where('account.state', '=', 'ACTIVE')
  if (userIds) members = members.where('account.id', 'in', [...userIds])
  return await members.orderBy('account.first_name').orderBy('account.last_name').orderBy('account.id').execute()
}
