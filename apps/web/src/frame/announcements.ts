import * as announcement from '@simwright/contract/platform/announcement'
import { useAsk } from '../api/query.ts'

const POLL_MS = 5 * 60_000

/** The announcements for the user, newest first; empty until they are loaded. */
export function useAnnouncements(): readonly announcement.CurrentAnnouncement[] {
  const { data } = useAsk(announcement.current, {}, { staleMs: POLL_MS, pollMs: POLL_MS })
  return data?.items ?? []
}
