import { enterpriseInfo, NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import { useAsk } from '../api/query.ts'
import { useCurrentUser } from '../session/session.ts'

/** The names of the user's role and of the enterprise account, empty until they are loaded. */
export function useOwnRole(): { role: string; enterprise: string } {
  const isPlaced = useCurrentUser()?.enterpriseId !== NO_ENTERPRISE_ID
  const { data } = useAsk(enterpriseInfo, {}, { enabled: isPlaced, staleMs: 5 * 60_000 })
  return { role: data?.role ?? '', enterprise: data?.name ?? '' }
}
