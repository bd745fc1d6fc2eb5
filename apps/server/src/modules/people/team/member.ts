import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import { canBeLimited } from '@simwright/contract/people/group-limit'
import type * as team from '@simwright/contract/people/team'
import type { Member } from '@simwright/contract/people/team'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { Who } from '../../../http/call.ts'
import type { TeamServer as Server } from '../../../port/module.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { countUsed, readEntitlement, requireWithinLimit as requireWithinPlan } from '../../platform/plans/service.ts'
import { deleteMember, lockRole, updateMemberRole, updateMemberState } from '../../platform/tenancy/service.ts'
import { isWithinLimit, namesOf, requireWithinLimit } from './limit.ts'
import { countMembers, lockMember, lockOwners, type MemberRecord, type MemberSort, selectMembers } from './queries.ts'
import {
  builtInRole,
  customRole,
  isBuiltIn,
  missingPermissions,
  type RoleWithPermissions,
  referenceTo,
  requireGrantable,
  roleOf,
} from './role.ts'

export async function listMembers(
  server: Server,
  who: Who,
  input: ParsedInputOf<typeof team.list>,
): Promise<OutputOf<typeof team.list>> {
  const sort: MemberSort = input.sort ?? { by: 'name', direction: 'asc' }
  const { filter } = input
  const scope = ['members', filter, sort]
  const keyset = readCursor(input.cursor, scope)
  const { rows, counted } = await server.db.tenantTx(who.enterpriseId, async (db) => ({
    rows: await selectMembers(db, { filter, sort, keyset, limit: input.limit }),
    counted: await countMembers(db, filter),
  }))
  const sortValue = (row: (typeof rows)[number]) => {
    if (sort.by === 'name') return row.sort_name
    return sort.by === 'since' ? row.since.toISOString() : (row.last_seen_at?.toISOString() ?? '-infinity')
  }
  const page = cutPage(rows, input.limit, (last) => writeCursor({ value: sortValue(last), id: last.id }, scope))
  return { items: page.items.map((row) => memberOf(who, row)), next: page.next, ...capTotal(counted) }
}

function memberOf(who: Who, row: MemberRecord): Member {
  const role = roleOf(row)
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    state: row.state,
    role: role ? { id: role.id, name: role.name, builtIn: role.builtIn } : null,
    version: row.version,
    self: row.user_id === who.userId,
    manageable: isManageable(who, row),
    secondFactor: row.second_factor,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    since: row.since.toISOString(),
    groups: row.groups,
    invitationExpiresAt: row.invitation_expires_at?.toISOString() ?? null,
  }
}

/** Whether the member has no permission that the user doesn't have, and sees no profile that the user doesn't see. */
export function isManageable(who: Who, member: MemberRecord): boolean {
  const role = roleOf(member)
  return (!role || missingPermissions(who, role).length === 0) && isWithinLimit(who, member.group_limit)
}

/** Deactivates a member, whose sessions in this enterprise account are refused from the next call on. */
export async function deactivateMember(
  server: Server,
  who: Who,
  id: string,
): Promise<OutputOf<typeof team.deactivate>> {
  await onMember(server, who, id, async (db, member) => {
    requireState(member, 'ACTIVE')
    await requireOtherOwner(db, member)
    await updateMemberState(db, { id, state: 'INACTIVE' })
    const states = { before: { state: 'ACTIVE' }, after: { state: 'INACTIVE' } }
    await recordAudit(server, db, { action: 'member.deactivated', ...memberObject(who, member), ...states })
  })
  return {}
}

export async function reactivateMember(
  server: Server,
  who: Who,
  id: string,
): Promise<OutputOf<typeof team.reactivate>> {
  await onMember(server, who, id, async (db, member) => {
    requireState(member, 'INACTIVE')
    const { enterpriseId } = who
    const entitlement = await readEntitlement(server, db, { enterpriseId, at: server.clock.now(), lock: 'locked' })
    const number = (await countUsed(db, enterpriseId)).members + 1
    await requireWithinPlan(db, entitlement, { what: 'members', number })
    await demandApproval(server, db, {
      operation: 'ROLE',
      userId: who.userId,
      facts: { reactivate: id },
      sentence: `Reactivate ${member.email}, ${roleOf(member)?.name ?? ''}`,
    })
    await updateMemberState(db, { id, state: 'ACTIVE' })
    const states = { before: { state: 'INACTIVE' }, after: { state: 'ACTIVE' } }
    await recordAudit(server, db, { action: 'member.reactivated', ...memberObject(who, member), ...states })
  })
  return {}
}

/** Removes a member, or withdraws an invitation. The person's account remains. */
export async function removeMember(server: Server, who: Who, id: string): Promise<OutputOf<typeof team.remove>> {
  await onMember(server, who, id, async (db, member) => {
    await requireOtherOwner(db, member)
    await deleteMember(db, { id, userId: member.user_id })
    const before = { role: roleOf(member)?.name, state: member.state }
    await recordAudit(server, db, { action: 'member.removed', ...memberObject(who, member), before })
  })
  return {}
}

export async function changeRole(
  server: Server,
  who: Who,
  { id, version, roleId }: ParsedInputOf<typeof team.changeRole>,
): Promise<OutputOf<typeof team.changeRole>> {
  await setRole(server, who, { id, roleId, version })
  return { version: version + 1 }
}

/** Replaces the role. With a version, only if the member was not changed in between. */
export async function setRole(
  server: Server,
  who: Who,
  { id, roleId, version }: { id: string; roleId: string; version?: number },
): Promise<void> {
  await onMember(server, who, id, async (db, member) => {
    if (version !== undefined && member.version !== version) throw new Problem('changed_meanwhile')
    const role = await findRole(db, roleId)
    requireGrantable(who, role)
    if (role.id !== 'Owner') await requireOtherOwner(db, member)
    await demandApproval(server, db, {
      operation: 'ROLE',
      userId: who.userId,
      facts: { id, roleId, version },
      sentence: `Give ${member.email} the role ${role.name}`,
      ...(version === undefined ? { mode: 'REPEAT' } : {}),
    })
    const lifted = member.groups !== null && !canBeLimited(role.id)
    if (lifted) requireWithinLimit(who, null)
    await updateMemberRole(db, {
      id,
      role: referenceTo(role),
      limit: lifted ? 'lifted' : 'unchanged',
    })
    const roles = {
      before: { role: roleOf(member)?.name, ...(lifted ? { groups: namesOf(member.groups) } : {}) },
      after: { role: role.name, ...(lifted ? { groups: null } : {}) },
    }
    await recordAudit(server, db, { action: 'member.roleChanged', ...memberObject(who, member), ...roles })
  })
}

/** The object of an audit entry about a member. */
export const memberObject = ({ enterpriseId }: Who, { id, email }: Pick<MemberRecord, 'id' | 'email'>) => ({
  enterpriseId,
  object: { id, name: email },
})

/**
 * A role by its id, locked until the transaction ends.
 * @throws Problem not_found, also for a role of another enterprise account or of platform staff
 */
export async function findRole(db: TenantDb, id: string): Promise<RoleWithPermissions> {
  if (isBuiltIn(id)) return builtInRole(id)
  const record = UUID.test(id) ? await lockRole(db, id) : undefined
  if (!record) throw new Problem('not_found')
  return customRole(record)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Locks another member, who must neither have a permission nor see a profile that the user doesn't, and acts on it.
 */
export async function onMember(
  server: Server,
  who: Who,
  id: string,
  act: (db: TenantDb, member: MemberRecord) => Promise<void>,
): Promise<void> {
  await server.db.tenantTx(who.enterpriseId, async (db) => {
    // Owners are always locked first: two owners who act on each other would deadlock otherwise.
    await lockOwners(db)
    const member = await lockMember(db, id)
    if (!member) throw new Problem('not_found')
    if (member.user_id === who.userId) throw new Problem('own_membership')
    if (!isManageable(who, member)) throw new Problem('member_above')
    await act(db, member)
  })
}

/** @throws Problem last_owner when the member is the only active owner */
export async function requireOtherOwner(
  db: TenantDb,
  member: Pick<MemberRecord, 'state' | 'built_in_role'>,
): Promise<void> {
  if (member.built_in_role !== 'Owner' || member.state !== 'ACTIVE') return
  if ((await lockOwners(db)) <= 1) throw new Problem('last_owner')
}

function requireState(member: MemberRecord, state: 'ACTIVE' | 'INACTIVE'): void {
  if (member.state !== state) throw new Problem('member_state_unfit', { state: member.state.toLowerCase() })
}
