import {
  type BuiltInRole,
  builtInRoles,
  enterpriseRoles,
  type PermissionId,
  permissionIds,
  rolePermissions,
} from '@simwright/contract'
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
