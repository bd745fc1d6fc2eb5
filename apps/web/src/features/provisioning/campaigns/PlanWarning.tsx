import { Alert } from '@mantine/core'
import { queryOrder } from '@simwright/contract/platform/plan'
import type { Campaign } from '@simwright/contract/provisioning/campaign'
import { useAsk } from '../../../api/query.ts'
import { dollars } from '../../../base/money.ts'
import { say } from '../../../texts/text.ts'
import { campaignTexts } from './campaign-texts.ts'

const texts = campaignTexts.plan

/** Warns that a campaign could use more downloads than the plan has left. Nothing if it fits. */
export function PlanWarning({ downloads: count }: { downloads: number }) {
  const { data } = useAsk(queryOrder, {})
  if (!data) return null
  const { total, available, extraDownloadCents } = data.downloads
  if (total === null || available === null || count <= available) return null
  return (
    <Alert color="yellow">
      {say(texts.exceeded, { plan: data.plan, left: available, downloads: total, count })}{' '}
      {extraDownloadCents === null ? texts.refused : say(texts.billed, { price: dollars(extraDownloadCents) })}
    </Alert>
  )
}

/** The downloads that a campaign could still use, with `more` profiles: as many as its limit allows. */
export function openDownloads({ counts, cap, taken }: Pick<Campaign, 'counts' | 'cap' | 'taken'>, more = 0): number {
  const profiles = counts.free + counts.held + more
  return cap === null ? profiles : Math.min(profiles, Math.max(0, cap - taken))
}
