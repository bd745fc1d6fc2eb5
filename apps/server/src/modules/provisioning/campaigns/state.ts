import type { CampaignState } from '@simwright/contract/provisioning/campaign'
import { type RawBuilder, sql } from 'kysely'

type Timed = { phase: 'DRAFT' | 'LIVE' | 'PAUSED' | 'ENDED'; starts_at: Date | null; ends_at: Date | null }

/** The state of a campaign at a moment, from its phase and its start and end times. */
export function stateOf({ phase, starts_at: startsAt, ends_at: endsAt }: Timed, at: Date): CampaignState {
  if (phase === 'DRAFT' || phase === 'ENDED') return phase
  if (endsAt !== null && endsAt <= at) return 'ENDED'
  if (phase === 'PAUSED') return 'PAUSED'
  return startsAt !== null && startsAt > at ? 'SCHEDULED' : 'ACTIVE'
}

/** `stateOf` as an SQL expression on `pool p`. */
export const stateColumn = (at: Date): RawBuilder<CampaignState> => sql`
  case when p.phase in ('DRAFT', 'ENDED') then p.phase when p.ends_at <= ${at} then 'ENDED'
    when p.phase = 'PAUSED' then 'PAUSED' when p.starts_at > ${at} then 'SCHEDULED' else 'ACTIVE' end`
