import { withGroupLimit } from '../../../db/group-limit.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { Runtime } from '../../../port/runtime.ts'
import { selectGroupLimit } from './group-limit-queries.ts'

/** Who started the work, as its row has it. */
export type Maker = { created_by: UserId; maker_limited: boolean }

/**
 * Runs background work under the limit to groups that its maker has now. For a limited maker who is no member any more,
 * the work sees no profile.
 */
export async function underMakersLimit<T>(
  { db }: Pick<Runtime, 'db'>,
  enterpriseId: EnterpriseId,
  { created_by: userId, maker_limited: wasLimited }: Maker,
  work: () => Promise<T>,
): Promise<T> {
  const found = await withGroupLimit(undefined, () => db.tenantRead(enterpriseId, (db) => selectGroupLimit(db, userId)))
  const groups = found === undefined ? (wasLimited ? [] : null) : found
  return await withGroupLimit(groups ? { enterpriseId, userId, groups } : undefined, work)
}
