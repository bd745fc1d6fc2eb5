import type { CampaignRow, CampaignState } from '@simwright/contract/provisioning/campaign'
import { campaignTexts as texts } from '../../../texts/campaign.ts'
import { say } from '../../../texts/text.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { formatTime } from '../../../ui/time.ts'
import type { Tone } from '../../../ui/tone.ts'

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

/** Text of the period from start to end. */
export function periodOf({ startsAt, endsAt }: Pick<CampaignRow, 'startsAt' | 'endsAt'>): string {
  const from = startsAt === null ? undefined : say(texts.from, { time: formatTime(startsAt) })
  const until = endsAt === null ? undefined : say(texts.until, { time: formatTime(endsAt) })
  return [from, until].filter(Boolean).join(' ') || '–'
}

export function takenText({ taken, cap }: Pick<CampaignRow, 'taken' | 'cap'>): string {
  return cap === null ? taken.toLocaleString('en') : say(texts.ofCap, { taken, cap })
}
