import { Problem } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import { groupNames, ownGroupRule } from '../../profiles/groups/service.ts'
import type { DrawnProfile } from './draw.ts'
import type { BatchFacts } from './insert.ts'
import { selectVisible } from './queries.ts'

/** The Problem of a code that would be in none of the member's groups. */
export async function ownGroupProblem(db: TenantDb): Promise<Problem> {
  const names = await groupNames(db)
  return names.length === 0 ? new Problem('groups_gone') : new Problem('group_needed', { names: names.join(', ') })
}

/**
 * Checks before a range is generated that its profiles will be in a group of the limited member. Rules can assign
 * one to each profile, so a range without a group is left to them if there are any.
 * @throws Problem group_needed, groups_gone
 */
export async function requireOwnGroup(db: TenantDb, name: string | undefined): Promise<void> {
  const limit = groupLimitIn(db.enterpriseId)
  if (!limit || (limit.groups.length === 1 && name === undefined)) return
  const names = await groupNames(db)
  const isOwn = name !== undefined && names.some((own) => own.toLowerCase() === name.toLowerCase())
  if (!isOwn) throw await ownGroupProblem(db)
}

type Placed = {
  placed: readonly DrawnProfile[]
  /** In none of the member's groups. */
  elsewhere: readonly DrawnProfile[]
}

/** Under a limit to groups, finds the group of each new profile; a profile that exists stays in its own. */
export async function placeInOwnGroups(
  db: TenantDb,
  { configurationId }: Pick<BatchFacts, 'enterpriseId' | 'configurationId'>,
  profiles: readonly DrawnProfile[],
): Promise<Placed> {
  const ownGroupOf = await ownGroupRule(db, { configurationId })
  if (!ownGroupOf) return { placed: profiles, elsewhere: [] }
  const existing = await selectVisible(
    db,
    profiles.map(({ iccidKey }) => iccidKey),
  )
  const found = profiles.map((profile) => ({
    profile,
    groupId: ownGroupOf({ ...profile, exists: existing.has(profile.iccidKey) }),
  }))
  return {
    placed: found.flatMap(({ profile, groupId }) => (groupId === undefined ? [] : [{ ...profile, groupId }])),
    elsewhere: found.flatMap(({ profile, groupId }) => (groupId === undefined ? [profile] : [])),
  }
}
