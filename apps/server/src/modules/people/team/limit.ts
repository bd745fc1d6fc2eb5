import { Problem } from '@simwright/contract'
import type { LimitGroups } from '@simwright/contract/people/group-limit'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import { lockGroups } from './queries.ts'

/** The ids of a limit's groups. A limited user does not see the names of all of them. */
type LimitIds = readonly string[] | null

/** Whether a limit shows no profile that the user doesn't see. */
export function isWithinLimit({ groups: own }: Who, limit: LimitIds): boolean {
  if (own === null) return true
  const ids = new Set(own.map(({ id }) => id))
  return limit?.every((id) => ids.has(id)) ?? false
}

/** @throws Problem group_limit_wider when the limit shows a profile that the user doesn't see */
export function requireWithinLimit(who: Who, limit: LimitIds): void {
  if (!isWithinLimit(who, limit)) throw new Problem('group_limit_wider')
}

/**
 * The groups of a limit that is to be set, locked against deletion until the transaction ends.
 * @throws Problem not_found when a group does not exist; group_limit_wider
 */
export async function readNewLimit(db: TenantDb, who: Who, ids: LimitIds): Promise<LimitGroups> {
  const limit = ids && (await lockGroups(db, ids))
  if (limit && limit.length < ids.length) throw new Problem('not_found')
  requireWithinLimit(who, ids)
  return limit
}

export const namesOf = (limit: LimitGroups): string[] | null => limit?.map(({ name }) => name) ?? null
