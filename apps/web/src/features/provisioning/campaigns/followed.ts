import * as campaign from '@simwright/contract/provisioning/campaign'
import { invalidate, keyOf, queryClient } from '../../../api/query-client.ts'
import { useStream } from '../../../api/shared-stream.ts'

/** Follows the campaign on the page: its counters as they move, and what depends on them only when they have moved. */
export function useFollowed(shown: campaign.Campaign | undefined): void {
  useStream(
    campaign.live,
    { id: shown?.id ?? '' },
    {
      enabled: shown !== undefined,
      onEvent: (now) => {
        queryClient.setQueryData(keyOf(campaign.get, { id: now.id }), now)
        if (shown) void invalidate(changedBetween(shown, now))
      },
    },
  )
}

function changedBetween(before: campaign.Campaign, now: campaign.Campaign) {
  const isRefused = before.counts.refused !== now.counts.refused
  const countsMoved = JSON.stringify([before.counts, before.recycling]) !== JSON.stringify([now.counts, now.recycling])
  return [
    ...(before.taken === now.taken ? [] : [campaign.trend]),
    ...(isRefused ? [campaign.refusals] : []),
    ...(countsMoved || before.state !== now.state ? [campaign.outcome] : []),
    ...(before.state === now.state ? [] : [campaign.list]),
  ]
}
