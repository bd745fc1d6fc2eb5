import { builtInRoles, type PermissionId, permissionIds, rolePermissions } from '@simwright/contract'
import { type RuleDefinition, type RuleStopReason, ruleActionNeeds } from '@simwright/contract/provisioning/rule'
import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'
import { type OwnerRecord, selectOwner } from './queries.ts'

/** The member in whose name a rule acts, with the permissions of its role. */
export type Owner = { userId: UserId; name: string; email: string; permissions: ReadonlySet<PermissionId> }

/** `waits`: the enterprise account is suspended or being deleted, or the member has no seat: the rule may act later. */
export type OwnerOrReason = { owner: Owner } | { stop: RuleStopReason } | 'waits'

type Saved = { saved_by: UserId; saved_key: string | null }

/**
 * The rights of the member who saved a rule, as they are now. If it was saved with an API key, those of a call with the key: a
 * service key has its scopes, a personal one those of them that the member has.
 */
export async function readOwner(
  db: TenantDb,
  { rule, definition, at }: { rule: Saved; definition: RuleDefinition; at: Date },
): Promise<OwnerOrReason> {
  const { saved_by: userId, saved_key: keyId } = rule
  const row = await selectOwner(db, { userId, keyId }, at)
  if (row?.enterprise_state !== 'ACTIVE' || row.deletion_at !== null) return 'waits'
  const found = keyId === null ? memberRights(row) : keyRights(row)
  if (!('permissions' in found)) return found.waits ? 'waits' : { stop: found.stop }
  if (!mayAct(definition, found.permissions)) return { stop: 'RIGHT_LOST' }
  const name = (row.key_kind === 'SERVICE' ? row.key_name : row.name) ?? ''
  return { owner: { userId, name, email: row.email ?? '', permissions: found.permissions } }
}

type Rights = { permissions: ReadonlySet<PermissionId> } | { stop: RuleStopReason; waits?: false } | { waits: true }

function keyRights(row: OwnerRecord): Rights {
  const { key_kind: kind, key_scopes: scopes, key_created_at: createdAt, member_since: since } = row
  if (kind === null || scopes === null || createdAt === null) return { stop: 'KEY_GONE' }
  const held = new Set(permissionIds.filter((id) => scopes.includes(id)))
  if (kind === 'SERVICE') return { permissions: held }
  // a personal key ends with the membership in which it was created
  if (since === null || since > createdAt) return { stop: 'OWNER_GONE' }
  const rights = memberRights(row)
  if (!('permissions' in rights)) return rights
  return { permissions: new Set([...rights.permissions].filter((id) => held.has(id))) }
}

function memberRights(row: OwnerRecord): Rights {
  if (row.member_state !== 'ACTIVE' || row.account_state !== 'ACTIVE') return { stop: 'OWNER_GONE' }
  if (row.group_limit !== null) return { stop: 'OWNER_LIMITED' }
  if (row.frozen) return { waits: true }
  return { permissions: new Set(ofRole(row.built_in_role, row.permissions)) }
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
