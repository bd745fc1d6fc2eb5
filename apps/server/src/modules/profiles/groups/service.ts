import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as group from '@simwright/contract/profiles/group'
import type { TenantDb } from '../../../db/database.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import type { ConfigurationId, EnterpriseId, GroupId, UserId } from '../../../db/row-id.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { Who } from '../../../http/call.ts'
import type { GroupsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { dropFromGroupLimits } from '../../platform/tenancy/service.ts'
import {
  countGroups,
  type GroupFields,
  type GroupRecord,
  insertGroup,
  lockGroup,
  markRemoved,
  selectExistingIds,
  selectGroups,
  selectIdsByName,
  updateGroup,
} from './queries.ts'
import { groupByRule, type ProfileNumbers } from './rule.ts'
import { deleteRulesOf } from './rule-queries.ts'

export { defaultsOfGroups, selectConfigurationOf as defaultConfigurationOf } from './default.ts'
export { groupsOfLimit, limitGroupsOf } from './limit.ts'
export { selectExists as groupExists, selectGroupNames as readGroupNames } from './queries.ts'
export { groupByRule } from './rule.ts'

export async function listGroups(server: Server, who: Who): Promise<OutputOf<typeof group.list>> {
  const rows = await server.db.tenantRead(who.enterpriseId, (db) => selectGroups(db))
  return { items: rows.map(groupOf) }
}

export async function readGroup(server: Server, who: Who, id: string): Promise<group.Group> {
  return groupOf(await server.db.tenantTx(who.enterpriseId, (db) => requireGroup(db, id)))
}

/** @throws Problem `not_found` */
export async function requireGroup(db: TenantDb, id: string): Promise<GroupRecord> {
  const [row] = await selectGroups(db, id)
  if (!row) throw new Problem('not_found')
  return row
}

export async function addGroup(
  server: Server,
  who: Who,
  { fields }: ParsedInputOf<typeof group.add>,
): Promise<OutputOf<typeof group.add>> {
  const { enterpriseId, userId } = who
  const id = server.random.uuid()
  await server.db.tenantTx(enterpriseId, async (db) => {
    if ((await countGroups(db)) >= group.GROUPS_MAX) throw new Problem('groups_too_many', { max: group.GROUPS_MAX })
    const isInserted = await insertGroup(db, { ...fields, id, userId, at: server.clock.now() })
    if (!isInserted) throw new Problem('group_name_used', { name: fields.name })
    await recordAudit(server, db, {
      action: 'group.added',
      enterpriseId,
      object: { id, name: fields.name },
      after: fields,
    })
  })
  return { id }
}

export async function editGroup(
  server: Server,
  who: Who,
  { id, version, fields }: ParsedInputOf<typeof group.edit>,
): Promise<OutputOf<typeof group.edit>> {
  const { enterpriseId } = who
  try {
    await server.db.tenantTx(enterpriseId, async (db) => {
      const current = await lockVersion(db, { id, version })
      await updateGroup(db, { id, fields, at: server.clock.now() })
      const object = { id, name: fields.name }
      await recordAudit(server, db, { action: 'group.edited', enterpriseId, object, before: current, after: fields })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'profile_group_name')) throw new Problem('group_name_used', { name: fields.name })
    throw error
  }
  return { version: version + 1 }
}

async function lockVersion(db: TenantDb, { id, version }: { id: string; version: number }): Promise<GroupFields> {
  const current = await lockGroup(db, id)
  if (!current) throw new Problem('not_found')
  if (current.version !== version) throw new Problem('changed_meanwhile')
  return { name: current.name, color: current.color, notes: current.notes ?? '' }
}

/**
 * Marks the group as removed, which hides it at once; the caller moves its profiles out of it afterwards.
 * @returns their number
 */
export async function endGroup(
  server: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  { id, version }: { id: string; version: number },
): Promise<number> {
  const current = await lockVersion(db, { id, version })
  const [row] = await selectGroups(db, id)
  await markRemoved(db, { id, at: server.clock.now() })
  await deleteRulesOf(db, id)
  await dropFromGroupLimits(db, id)
  await recordAudit(server, db, {
    action: 'group.removed',
    enterpriseId: db.enterpriseId,
    object: { id, name: current.name },
    before: current,
  })
  return row ? groupOf(row).profiles : 0
}

/** The names of the groups that the caller sees, sorted. */
export async function groupNames(db: TenantDb): Promise<string[]> {
  return (await selectGroups(db)).map(({ name }) => name)
}

/** The ids that exist, locked against deletion until the end of the transaction. */
export async function lockExistingGroups(db: TenantDb, ids: readonly string[]): Promise<Set<string>> {
  return new Set(ids.length === 0 ? [] : await selectExistingIds(db, [...new Set(ids)]))
}

/** The ids of the groups with these names that the caller sees, by lower-case name; locked against deletion. */
export async function groupIdsByName(db: TenantDb, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await selectIdsByName(db, [...new Set(names.map((name) => name.toLowerCase()))])
  return new Map(rows.map(({ name, id }) => [name, id]))
}

type NamedGroups = { enterpriseId: EnterpriseId; userId: UserId; at: Date; names: readonly string[] }

/**
 * The ids of these groups by lower-case name. Creates missing ones, up to the limit of the account; further ones are
 * left out.
 */
export async function groupsByName(
  { random }: Pick<Server, 'random'>,
  db: TenantDb,
  { userId, at, names }: NamedGroups,
): Promise<Map<string, string>> {
  const byLowerName = new Map(names.map((name) => [name.toLowerCase(), name]))
  const existing = await groupIdsByName(db, names)
  const missing = [...byLowerName].filter(([name]) => !existing.has(name)).map(([, name]) => name)
  // a limited member cannot create a group, which it would not see
  if (missing.length === 0 || groupLimitIn(db.enterpriseId)) return existing
  const room = group.GROUPS_MAX - (await countGroups(db))
  for (const name of missing.sort().slice(0, Math.max(0, room)))
    await insertGroup(db, { id: random.uuid(), name, color: 'gray', notes: '', userId, at })
  return await groupIdsByName(db, names)
}

function groupOf(row: GroupRecord): group.Group {
  const statuses = row.statuses ?? {}
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    notes: row.notes ?? '',
    version: row.version,
    profiles: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    statuses,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    createdBy: row.created_by_name,
  }
}

/** A row from which a profile is generated, or generated again. */
type Candidate = ProfileNumbers & {
  /** The group that the row names; null: none. */
  groupName: string | null
  /** The group of this name, if the member sees it. */
  groupId: GroupId | null
  /** The member sees a profile with this ICCID. */
  exists: boolean
}

/** @returns null: the existing profile stays in its group; undefined: in none of the member's groups */
type OwnGroupOf = (candidate: Candidate) => GroupId | null | undefined

/**
 * The groups into which a limited member generates: the one that is named, the one that a rule assigns, or the only one
 * of the limit; the database refuses any other. Locks the groups of the rules against deletion until the end of the
 * transaction.
 * @returns undefined when the caller has no limit
 */
export async function ownGroupRule(
  db: TenantDb,
  { configurationId }: { configurationId: ConfigurationId },
): Promise<OwnGroupOf | undefined> {
  const { enterpriseId } = db
  const limit = groupLimitIn(enterpriseId)
  if (!limit) return undefined
  const groupOf = await groupByRule(db, { enterpriseId, configurationId })
  const only = limit.groups.length === 1 ? limit.groups[0]! : null
  return (candidate) => {
    const { groupName, groupId: named, exists } = candidate
    if (groupName === null && exists) return null
    const groupId = groupName === null ? (groupOf(candidate) ?? only) : named
    return groupId !== null && limit.groups.includes(groupId) ? groupId : undefined
  }
}
