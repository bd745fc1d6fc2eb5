import {
  type EnterpriseRole,
  enterpriseRoles,
  type PermissionId,
  Problem,
  permissionIds,
  rolePermissions,
} from '@simwright/contract'
import type { MemberRole } from '@simwright/contract/people/team'
import type { Who } from '../../../http/call.ts'
import type { RoleRecord, RoleReference } from '../../platform/tenancy/service.ts'
import type { RoleColumns } from './queries.ts'

/** A role that a member of an enterprise account may have. */
export type RoleWithPermissions = MemberRole & { permissions: readonly PermissionId[] }

export const isBuiltIn = (id: string): id is EnterpriseRole => (enterpriseRoles as readonly string[]).includes(id)

export function builtInRole(name: EnterpriseRole): RoleWithPermissions {
  return { id: name, name, builtIn: true, permissions: rolePermissions[name] }
}

export function customRole({
  id,
  name,
  permissions,
}: Pick<RoleRecord, 'id' | 'name' | 'permissions'>): RoleWithPermissions {
  return { id, name, builtIn: false, permissions: storedPermissions(permissions) }
}

/** The stored permissions that still exist: an older release may have stored others. */
export function storedPermissions(stored: unknown): PermissionId[] {
  const ids = new Set(Array.isArray(stored) ? stored : [])
  return permissionIds.filter((id) => ids.has(id))
}

/** The role of a member; undefined without one. */
export function roleOf(columns: RoleColumns): RoleWithPermissions | undefined {
  const { built_in_role: name, role_id: id, role_name, role_permissions } = columns
  if (id !== null) return customRole({ id, name: role_name ?? '', permissions: role_permissions })
  if (name === null) return undefined
  return isBuiltIn(name) ? builtInRole(name) : { id: name, name, builtIn: true, permissions: [] }
}

export const referenceTo = (role: RoleWithPermissions): RoleReference =>
  role.builtIn ? { built_in_role: role.id, role_id: null } : { built_in_role: null, role_id: role.id }

/** The permissions of a role that the user does not have. The role Owner counts as a permission that only owners have. */
export function missingPermissions(who: Who, role: Pick<RoleWithPermissions, 'id' | 'permissions'>): string[] {
  const missing = role.permissions.filter((id) => !who.permissions.has(id))
  return role.id === 'Owner' && !who.isOwner ? ['Owner', ...missing] : missing
}

/** @throws Problem not_grantable if the role has a permission that the user does not have */
export function requireGrantable(who: Who, role: Pick<RoleWithPermissions, 'id' | 'permissions'>): void {
  const missing = missingPermissions(who, role)
  if (missing.length > 0) throw new Problem('not_grantable', { names: missing.join(', ') })
}
