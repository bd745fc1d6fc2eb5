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
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'

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
