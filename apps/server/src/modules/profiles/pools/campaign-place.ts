import { sql } from 'kysely'

/** How far a campaign is with a profile: nobody has it, one that began to, or a device; null: it is in no campaign. */
export type CampaignPlace = 'FREE' | 'HELD' | 'TAKEN' | null

/** The place of `profile p`. */
export const campaignPlace = sql<CampaignPlace>`(
  select m.state from pool_member m join pool q on q.enterprise_id = m.enterprise_id and q.id = m.pool_id
  where m.enterprise_id = p.enterprise_id and m.profile_id = p.id and q.kind = 'campaign')`
