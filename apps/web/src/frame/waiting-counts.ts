import { useMemo } from 'react'
import { pages } from '../paths.ts'
import { frameTexts } from '../texts/frame.ts'
import { say } from '../texts/text.ts'
import type { FrameGroup } from '../ui/page/Navigation.tsx'
import { useWaitingApprovals } from './unread.ts'

const MOST_SHOWN = 99

/** The groups of the menu with how much waits for the user on a page. */
export function useWaitingCounts(groups: readonly FrameGroup[]): readonly FrameGroup[] {
  const count = useWaitingApprovals()
  return useMemo(() => {
    if (count === 0) return groups
    const shown = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count)
    const waiting = {
      shown,
      label: count === 1 ? frameTexts.waitingApproval : say(frameTexts.waitingApprovals, { shown }),
    }
    return groups.map((group) => ({
      ...group,
      entries: group.entries.map((entry) => (entry.to === pages.approvals.path ? { ...entry, waiting } : entry)),
    }))
  }, [groups, count])
}
