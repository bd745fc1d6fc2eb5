import { type EnterpriseRole, enterpriseRoles, type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as team from '@simwright/contract/people/team'
import type { TenantDb } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { Who } from '../../../http/call.ts'
import type { TeamServer as Server } from '../../../port/module.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import {
  deleteRole,
  insertRole,
  lockRole,
  type RoleRecord,
  selectRoles,
  updateRoleFields,
} from '../../platform/tenancy/service.ts'
import { countMembersByRole } from './queries.ts'
import {
  builtInRole,
  customRole,
  isBuiltIn,
  missingPermissions,
  type RoleWithPermissions,
  requireGrantable,
  storedPermissions,
} from './role.ts'

const CUSTOM_ROLES_MAX = 100

export async function listRoles(server: Server, who: Who): Promise<OutputOf<typeof team.roles>> {
  return await server.db.tenantTx(who.enterpriseId, async (db) => {
    const holders = await countMembersByRole(db)
    const shown = (
      role: RoleWithPermissions,
      { version, updatedAt }: { version: number; updatedAt: string | null },
    ) => ({
      ...role,
      permissions: [...role.permissions],
      members: holders.get(role.id) ?? 0,
      grantable: missingPermissions(who, role).length === 0,
      version,
      updatedAt,
    })
    const custom = await selectRoles(db)
    return {
      items: [
        ...enterpriseRoles.map((name: EnterpriseRole) => shown(builtInRole(name), { version: 0, updatedAt: null })),
        ...custom.map((role) =>
          shown(customRole(role), { version: role.version, updatedAt: role.updated_at.toISOString() }),
        ),
      ],
    }
  })
}

export async function addRole(
  server: Server,
  who: Who,
  { name, permissions }: ParsedInputOf<typeof team.addRole>,
): Promise<OutputOf<typeof team.addRole>> {
  requireUnusedName(name)
  const id = server.random.uuid()
  requireGrantable(who, { id, permissions })
  await server.db.tenantTx(who.enterpriseId, async (db) => {
    if ((await selectRoles(db)).length >= CUSTOM_ROLES_MAX)
      throw new Problem('roles_too_many', { max: CUSTOM_ROLES_MAX })
    const inserted = await insertRole(db, { id, name, permissions, at: server.clock.now() })
    if (!inserted) throw new Problem('role_name_used', { name })
    await recordAudit(server, db, {
      action: 'role.added',
      ...roleObject(who, { id, name }),
      after: { name, permissions },
    })
  })
  return { id }
}

/** Edits a custom role. The new permissions apply to its members from their next call on. */
export async function editRole(
  server: Server,
  who: Who,
  { id, version, fields }: ParsedInputOf<typeof team.editRole>,
): Promise<OutputOf<typeof team.editRole>> {
  const { name, permissions } = fields
  requireUnusedName(name)
  try {
    await server.db.tenantTx(who.enterpriseId, async (db) => {
      const role = await lockCustomRole(db, who, { id, version })
      requireGrantable(who, { id, permissions })
      if (permissions.some((one) => !storedPermissions(role.permissions).includes(one)))
        await demandApproval(server, db, {
          operation: 'ROLE',
          userId: who.userId,
          facts: { id, version, fields },
          sentence: `Give the role ${role.name} more permissions`,
        })
      await updateRoleFields(db, { id, name, permissions, at: server.clock.now() })
      const change = { before: factsOf(role), after: { name, permissions } }
      await recordAudit(server, db, { action: 'role.edited', ...roleObject(who, { id, name }), ...change })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'enterprise_role_name'))
      throw new Problem('role_name_used', { name }, { cause: error })
    throw error
  }
  return { version: version + 1 }
}

export async function removeRole(
  server: Server,
  who: Who,
  { id, version }: ParsedInputOf<typeof team.removeRole>,
): Promise<OutputOf<typeof team.removeRole>> {
  await server.db.tenantTx(who.enterpriseId, async (db) => {
    const role = await lockCustomRole(db, who, { id, version })
    const count = (await countMembersByRole(db)).get(id) ?? 0
    if (count > 0) throw new Problem('role_in_use', { count })
    await deleteRole(db, id)
    await recordAudit(server, db, { action: 'role.removed', ...roleObject(who, role), before: factsOf(role) })
  })
  return {}
}

const roleObject = ({ enterpriseId }: Who, { id, name }: { id: string; name: string }) => ({
  enterpriseId,
  object: { id, name },
})

const factsOf = ({ name, permissions }: RoleRecord) => ({ name, permissions: storedPermissions(permissions) })

/** Locks a role that the user may change. @throws Problem not_grantable if it has permissions that the user does not have */
async function lockCustomRole(
  db: TenantDb,
  who: Who,
  { id, version }: { id: string; version: number },
): Promise<RoleRecord> {
  const role = await lockRole(db, id)
  if (!role) throw new Problem('not_found')
  if (role.version !== version) throw new Problem('changed_meanwhile')
  requireGrantable(who, { id, permissions: storedPermissions(role.permissions) })
  return role
}

/** @throws Problem role_name_used for the name of a built-in role */
function requireUnusedName(name: string): void {
  const built = enterpriseRoles.some((role) => role.toLowerCase() === name.toLowerCase())
  if (built || isBuiltIn(name) || /^platform /i.test(name)) throw new Problem('role_name_used', { name })
}
