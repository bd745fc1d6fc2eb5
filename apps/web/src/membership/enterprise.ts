import { type Enterprise, enterpriseInfo, NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import { useAsk } from '../api/query.ts'
import { useCurrentUser } from '../api/session.ts'

/** The enterprise account of the session; undefined until it is loaded, and for a user without one. */
export function useEnterprise(): Enterprise | undefined {
  const isPlaced = useCurrentUser()?.enterpriseId !== NO_ENTERPRISE_ID
  return useAsk(enterpriseInfo, {}, { enabled: isPlaced, staleMs: 5 * 60_000 }).data
}
