import * as campaign from '@simwright/contract/provisioning/campaign'
import { invalidate, keyOf, queryClient } from '../../../api/query-client.ts'
import { useStream } from '../../../api/shared-stream.ts'

/** Keeps the shown campaign up to date from a stream; refetches what depends on its counters only if they changed. */
export function useLiveCampaign(shown: campaign.Campaign | undefined): void {
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
  const countsChanged =
    JSON.stringify([before.counts, before.recycling]) !== JSON.stringify([now.counts, now.recycling])
  return [
    ...(before.taken === now.taken ? [] : [campaign.trend]),
    ...(isRefused ? [campaign.refusals] : []),
    ...(countsChanged || before.state !== now.state ? [campaign.outcome] : []),
    ...(before.state === now.state ? [] : [campaign.list]),
  ]
}
