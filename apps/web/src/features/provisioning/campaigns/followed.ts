import * as campaign from '@simwright/contract/provisioning/campaign'
import { useRef } from 'react'
import { invalidate, keyOf, queryClient } from '../../../api/query-client.ts'
import { useStream } from '../../../api/shared-stream.ts'

/** Follows a campaign that is shown: its counters as they move, and what hangs on them only when they have. */
export function useFollowed(shown: campaign.Campaign | undefined): void {
  const last = useRef(shown)
  last.current = shown
  useStream(
    campaign.live,
    { id: shown?.id ?? '' },
    {
      enabled: shown !== undefined,
      onEvent: (now) => {
        const before = last.current
        queryClient.setQueryData(keyOf(campaign.get, { id: now.id }), now)
        if (before) void invalidate(movedBetween(before, now))
      },
    },
  )
}

function movedBetween(before: campaign.Campaign, now: campaign.Campaign) {
  const isRefused = before.counts.refused !== now.counts.refused
  const hasMoved = JSON.stringify([before.counts, before.recycling]) !== JSON.stringify([now.counts, now.recycling])
  return [
    ...(before.taken === now.taken ? [] : [campaign.trend]),
    ...(isRefused ? [campaign.refusals] : []),
    ...(hasMoved || before.state !== now.state ? [campaign.outcome] : []),
    ...(before.state === now.state ? [] : [campaign.list]),
  ]
}
