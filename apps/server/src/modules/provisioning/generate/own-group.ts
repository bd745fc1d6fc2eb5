import { Problem } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { groupByRule, groupNames } from '../../profiles/groups/service.ts'
import type { DrawnProfile } from './draw.ts'
import type { BatchFacts } from './insert.ts'
import { selectVisible } from './queries.ts'

/*
 * A limited member generates only into its groups: into the one that is named, the one that a rule assigns, or its only
 * one. The database refuses any other.
 */

/** The Problem of a code that would be in none of the member's groups. */
export async function ownGroupProblem(db: TenantDb, enterpriseId: EnterpriseId): Promise<Problem> {
  const names = await groupNames(db, enterpriseId)
  return names.length === 0 ? new Problem('groups_gone') : new Problem('group_needed', { names: names.join(', ') })
}

/**
 * Checks before a range is generated that its profiles will be in a group of the limited member. Rules can assign
 * one to each profile, so a range without a group is left to them if there are any.
 * @throws Problem group_needed, groups_gone
 */
export async function requireOwnGroup(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  name: string | undefined,
): Promise<void> {
  const limit = groupLimitIn(enterpriseId)
  if (!limit || (limit.groups.length === 1 && name === undefined)) return
  const names = await groupNames(db, enterpriseId)
  const isOwn = name !== undefined && names.some((own) => own.toLowerCase() === name.toLowerCase())
  if (!isOwn) throw await ownGroupProblem(db, enterpriseId)
}

type Placed = {
  placed: readonly DrawnProfile[]
  /** In none of the member's groups. */
  elsewhere: readonly DrawnProfile[]
}

/** Under a limit to groups, finds the group of each new profile; a profile that exists stays in its own. */
export async function placeInOwnGroups(
  db: TenantDb,
  { enterpriseId, configurationId }: Pick<BatchFacts, 'enterpriseId' | 'configurationId'>,
  profiles: readonly DrawnProfile[],
): Promise<Placed> {
  const limit = groupLimitIn(enterpriseId)
  if (!limit) return { placed: profiles, elsewhere: [] }
  const existing = await selectVisible(
    db,
    enterpriseId,
    profiles.map(({ iccid }) => iccid),
  )
  const groupOf = await groupByRule(db, { enterpriseId, configurationId })
  const only = limit.groups.length === 1 ? limit.groups[0]! : null
  const found = profiles.map((profile) =>
    profile.groupName === null && !existing.has(profile.iccid)
      ? { ...profile, groupId: groupOf(profile) ?? only }
      : profile,
  )
  const isOwn = ({ groupId, groupName, iccid }: DrawnProfile) =>
    groupId === null ? groupName === null && existing.has(iccid) : limit.groups.includes(groupId)
  return { placed: found.filter(isOwn), elsewhere: found.filter((profile) => !isOwn(profile)) }
}
