import type { PermissionId } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import type { GroupId, PlatformId, UserId } from '../../../db/row-id.ts'
import { selectMembers } from './member-queries.ts'
import { effectivePermissions } from './rights.ts'

/** An active member with the permissions effective now, as in a call of the member. */
export type MemberNow = {
  userId: UserId
  name: string
  firstName: string
  email: string
  platformId: PlatformId
  /** May manage what other members own: the built-in roles Owner and Admin. */
  isAdmin: boolean
  permissions: ReadonlySet<PermissionId>
  /** The groups to which the member's view is limited; undefined: no limit. */
  groupIds: readonly GroupId[] | undefined
}

/** The active members of an enterprise account by name; with `userIds`, those of them. */
export async function readMembers(
  db: TenantDb,
  { at, userIds }: { at: Date; userIds?: readonly UserId[] },
): Promise<MemberNow[]> {
  if (userIds?.length === 0) return []
  const rows = await selectMembers(db, { at, userIds })
  return rows.map((row) => ({
    userId: row.user_id,
    name: `${row.first_name} ${row.last_name}`,
    firstName: row.first_name,
    email: row.email,
    platformId: row.platform_id,
    isAdmin: row.role === 'Owner' || row.role === 'Admin',
    permissions: effectivePermissions(row),
    groupIds: row.groups?.map(({ id }) => id),
  }))
}
