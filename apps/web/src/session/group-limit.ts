import type { LimitGroups } from '@simwright/contract/people/group-limit'
import { createStore, useStore } from '../base/store.ts'

const limit = createStore<LimitGroups>(null)

/** Sets the limit that the server reported. Returns whether it has changed. */
export function setGroupLimit(groups: LimitGroups): boolean {
  if (JSON.stringify(limit.get()) === JSON.stringify(groups)) return false
  limit.set(groups)
  return true
}

/** The groups to which the view of the signed-in user is limited; null: all profiles. */
export const useGroupLimit = (): LimitGroups => useStore(limit)

/** Whether all groups that the user could see were deleted, so that lists and figures are empty. */
export const useSeesNoGroup = (): boolean => useGroupLimit()?.length === 0
