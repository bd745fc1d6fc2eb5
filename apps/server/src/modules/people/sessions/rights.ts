import {
  type BuiltInRole,
  builtInRoles,
  enterpriseRoles,
  type PermissionId,
  permissionIds,
  permissionsWhileClosing,
  permissionsWhileSuspended,
  permissionsWithinGroups,
  rolePermissions,
} from '@simwright/contract'
import type { LimitGroups } from '@simwright/contract/people/group-limit'
import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { Who } from '../../../http/call.ts'

const permissionsByRole = new Map<string, ReadonlySet<PermissionId>>(
  builtInRoles.map((role: BuiltInRole) => [role, new Set(rolePermissions[role])]),
)

export type MemberRights = {
  enterprise_id: string
  /** The built-in role. */
  role: string | null
  own_role_permissions: unknown
}

/** The permissions of the member's role. Those for platform staff apply in the staff's own enterprise only. */
export function permissionsOf({
  enterprise_id,
  role,
  own_role_permissions: own,
}: MemberRights): ReadonlySet<PermissionId> {
  const granted = Array.isArray(own)
    ? new Set(permissionIds.filter((id) => own.includes(id)))
    : (permissionsByRole.get(role ?? '') ?? new Set<PermissionId>())
  if (enterprise_id === STAFF_ENTERPRISE_ID) return granted
  const isForStaff = role !== null && !(enterpriseRoles as readonly string[]).includes(role)
  return new Set(isForStaff ? [] : [...granted].filter((id) => !id.startsWith('Admin_')))
}

/** A member's rights, and what they depend on besides the role. */
type MemberStanding = MemberRights & {
  enterprise_state: string | null
  enterprise_deletion_at: Date | null
  /** The member exceeds the plan's number of members. */
  frozen: boolean
  /** The groups to which the member is limited; null: no limit. */
  groups: LimitGroups
}

const noPermissions: ReadonlySet<PermissionId> = new Set()

/** The permissions of the member's role, as far as the state of the enterprise account and its plan allow. */
export function effectivePermissions(standing: MemberStanding): ReadonlySet<PermissionId> {
  const granted = grantedTo(standing)
  if (standing.enterprise_deletion_at !== null) return permissionsWhileClosing(granted)
  return standing.enterprise_state === 'ACTIVE' ? granted : permissionsWhileSuspended(granted)
}

/** The permissions of the member's role, as far as the limit to groups allows. */
export function grantedTo(standing: Omit<MemberStanding, 'enterprise_state' | 'enterprise_deletion_at'>) {
  const ofRole = standing.frozen ? noPermissions : permissionsOf(standing)
  return standing.groups ? permissionsWithinGroups(ofRole) : ofRole
}

/** The part of a caller that follows from the membership. */
type Standing = Pick<Who, 'permissions' | 'withheld' | 'suspended' | 'deletionAt' | 'frozen' | 'groups'>

export function standingOf(standing: MemberStanding): Standing {
  const granted = grantedTo(standing)
  const permissions = effectivePermissions(standing)
  const suspended = standing.enterprise_state !== 'ACTIVE' && standing.enterprise_id !== NO_ENTERPRISE_ID
  return {
    permissions,
    withheld: suspended ? new Set([...granted].filter((id) => !permissions.has(id))) : noPermissions,
    suspended,
    deletionAt: standing.enterprise_deletion_at,
    frozen: standing.frozen,
    groups: standing.groups,
  }
}

/** Whether the user may manage what other members own. A custom role cannot be called Admin, so the name is enough. */
export const isAdmin = (who: Pick<Who, 'isOwner' | 'role'>): boolean => who.isOwner || who.role === 'Admin'
