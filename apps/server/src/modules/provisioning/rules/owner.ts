import { builtInRoles, type PermissionId, rolePermissions } from '@simwright/contract'
import { type RuleDefinition, type RuleStopReason, ruleActionNeeds } from '@simwright/contract/provisioning/rule'
import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'
import { selectOwner } from './queries.ts'

/** The member in whose name a rule acts, with the permissions of its role. */
export type Owner = { userId: UserId; name: string; email: string; permissions: ReadonlySet<PermissionId> }

/** `waits`: the enterprise account is suspended or being deleted, or the member has no seat: the rule may act later. */
export type OwnerOrReason = { owner: Owner } | { stop: RuleStopReason } | 'waits'

/** The rights of the member who saved a rule, as they are now. */
export async function readOwner(
  db: TenantDb,
  { userId, definition, at }: { userId: UserId; definition: RuleDefinition; at: Date },
): Promise<OwnerOrReason> {
  const row = await selectOwner(db, userId, at)
  if (row?.enterprise_state !== 'ACTIVE' || row.deletion_at !== null) return 'waits'
  if (row.member_state !== 'ACTIVE' || row.account_state !== 'ACTIVE') return { stop: 'OWNER_GONE' }
  if (row.group_limit !== null) return { stop: 'OWNER_LIMITED' }
  if (row.frozen) return 'waits'
  const permissions = new Set(ofRole(row.built_in_role, row.permissions))
  if (!mayAct(definition, permissions)) return { stop: 'RIGHT_LOST' }
  return { owner: { userId, name: row.name ?? '', email: row.email ?? '', permissions } }
}

function ofRole(role: string | null, own: unknown): readonly PermissionId[] {
  const builtIn = builtInRoles.find((one) => one === role)
  if (builtIn) return rolePermissions[builtIn]
  return Array.isArray(own) ? (own as PermissionId[]) : []
}

/** Whether these permissions are enough for a rule: to edit rules, and one of those that each action needs. */
export function mayAct({ actions }: RuleDefinition, permissions: ReadonlySet<PermissionId>): boolean {
  return (
    permissions.has('Rule_Edit') && actions.every(({ kind }) => ruleActionNeeds[kind].some((id) => permissions.has(id)))
  )
}
