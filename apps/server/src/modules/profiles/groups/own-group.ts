import type { TenantDb } from '../../../db/database.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import type { ConfigurationId, GroupId } from '../../../db/row-id.ts'
import { groupByRule, type ProfileNumbers } from './rule.ts'

/** A row from which a profile is generated, or generated again. */
export type Candidate = ProfileNumbers & {
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
