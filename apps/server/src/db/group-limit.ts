import { AsyncLocalStorage } from 'node:async_hooks'
import type { EnterpriseId, GroupId, UserId } from './row-id.ts'

/** A member's limit to groups. It applies in one enterprise account; in others the user is another member. */
export type GroupLimit = {
  readonly enterpriseId: EnterpriseId
  /** Named groups that exist; empty: the member sees no profile. */
  readonly groups: readonly GroupId[]
  /** The limited member. Of batches, operations, files and uploads, such a member sees only their own. */
  readonly userId: UserId
}

const limits = new AsyncLocalStorage<GroupLimit | undefined>()

/**
 * Runs `work` under the limit: the database shows its tenant transactions only the profiles of these groups. Undefined:
 * without a limit, whatever the caller's is.
 */
export function withGroupLimit<T>(limit: GroupLimit | undefined, work: () => T): T {
  return limits.run(limit, work)
}

/** The limit under which the caller runs, for a transaction of this enterprise account. */
export function groupLimitIn(enterpriseId: EnterpriseId): GroupLimit | undefined {
  const limit = limits.getStore()
  return limit?.enterpriseId === enterpriseId ? limit : undefined
}
