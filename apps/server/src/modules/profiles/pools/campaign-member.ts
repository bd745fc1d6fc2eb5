import { sql } from 'kysely'

/** Membership in a campaign: free, reserved for a device, or delivered to one; null: in no campaign. */
export type CampaignMemberState = 'FREE' | 'HELD' | 'TAKEN' | null

/** The membership of `profile p`. */
export const campaignMemberState = sql`(
  select m.state from pool_member m join pool q on q.enterprise_id = m.enterprise_id and q.id = m.pool_id
  where m.enterprise_id = p.enterprise_id and m.profile_id = p.id and q.kind = 'campaign')`.$castTo<CampaignMemberState>()
