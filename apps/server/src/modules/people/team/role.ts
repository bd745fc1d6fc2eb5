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
import type { RoleReference } from '../../platform/tenancy/service.ts'
import type { RoleColumns, RoleRecord } from './queries.ts'

/** A role that a member of an enterprise account may hold. */
export type HeldRole = MemberRole & { permissions: readonly PermissionId[] }

export const isBuiltIn = (id: string): id is EnterpriseRole => (enterpriseRoles as readonly string[]).includes(id)

export function builtInRole(name: EnterpriseRole): HeldRole {
  return { id: name, name, builtIn: true, permissions: rolePermissions[name] }
}

export function ownRole({ id, name, permissions }: Pick<RoleRecord, 'id' | 'name' | 'permissions'>): HeldRole {
  return { id, name, builtIn: false, permissions: storedPermissions(permissions) }
}

/** Drops ids that an older release stored and that no longer exist. */
export function storedPermissions(stored: unknown): PermissionId[] {
  const ids = new Set(Array.isArray(stored) ? stored : [])
  return permissionIds.filter((id) => ids.has(id))
}

/** The role of a member; undefined without one. */
export function roleOf(columns: RoleColumns): HeldRole | undefined {
  const { built_in_role: name, role_id: id, role_name, role_permissions } = columns
  if (id !== null) return ownRole({ id, name: role_name ?? '', permissions: role_permissions })
  if (name === null) return undefined
  return isBuiltIn(name) ? builtInRole(name) : { id: name, name, builtIn: true, permissions: [] }
}

export const referenceTo = (role: HeldRole): RoleReference =>
  role.builtIn ? { built_in_role: role.id, role_id: null } : { built_in_role: null, role_id: role.id }

/** The permissions of a role that the user does not have. The role of owners counts as one, which only owners have. */
export function beyond(who: Who, role: Pick<HeldRole, 'id' | 'permissions'>): string[] {
  const missing = role.permissions.filter((id) => !who.permissions.has(id))
  return role.id === 'Owner' && !who.isOwner ? ['Owner', ...missing] : missing
}

/** Nobody can grant a permission that they do not have. @throws Problem not_grantable */
export function requireGrantable(who: Who, role: Pick<HeldRole, 'id' | 'permissions'>): void {
  const missing = beyond(who, role)
  if (missing.length > 0) throw new Problem('not_grantable', { names: missing.join(', ') })
}
