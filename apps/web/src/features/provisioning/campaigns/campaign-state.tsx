import type { CampaignRow, CampaignState } from '@simwright/contract/provisioning/campaign'
import { formatTime } from '../../../base/time.ts'
import { say } from '../../../texts/text.ts'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { campaignTexts as texts } from './campaign-texts.ts'

const tones: Record<CampaignState, Tone> = {
  DRAFT: 'neutral',
  SCHEDULED: 'info',
  ACTIVE: 'success',
  PAUSED: 'warning',
  ENDED: 'neutral',
}

export function CampaignStateBadge({ state }: { state: CampaignState }) {
  return <StatusBadge tone={tones[state]}>{texts.states[state]}</StatusBadge>
}

/** The period from start to end; nothing if neither is set. */
export function Period({ campaign: { startsAt, endsAt } }: { campaign: Pick<CampaignRow, 'startsAt' | 'endsAt'> }) {
  const at = startsAt ?? endsAt
  if (at === null) return null
  const from = startsAt === null ? undefined : say(texts.from, { time: formatTime(startsAt) })
  const until = endsAt === null ? undefined : say(texts.until, { time: formatTime(endsAt) })
  return (
    <Time at={at} until={startsAt && endsAt}>
      {[from, until].filter(Boolean).join(' ')}
    </Time>
  )
}

export function takenText({ taken, cap }: Pick<CampaignRow, 'taken' | 'cap'>): string {
  return cap === null ? taken.toLocaleString('en') : say(texts.ofCap, { taken, cap })
}
