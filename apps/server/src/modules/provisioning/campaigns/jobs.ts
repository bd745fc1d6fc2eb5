import { condition } from '../../../db/expression.ts'
import type { CampaignsServer as Server } from '../../../port/module.ts'
import { closeCampaign } from './phase.ts'
import { lockCampaign } from './queries.ts'

export { notifyOfLowCampaigns } from './low.ts'
export { recycleEnded } from './recycling.ts'
export { campaignRecyclingDue } from './recycling-queries.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random' | 'sealer'>

/** Campaigns per sweep; the next sweep takes the rest. */
const SWEEP_LIMIT = 50

/** Ends the campaigns whose end time has passed. Safe in concurrent processes: each campaign ends once. */
export async function endDueCampaigns(server: Needs): Promise<void> {
  const at = server.clock.now()
  const due = await server.db.systemTx((db) =>
    db
      .selectFrom('pool')
      .select(['enterprise_id', 'id'])
      .where('kind', '=', 'campaign')
      .where('phase', 'in', ['LIVE', 'PAUSED'])
      .where('ends_at', '<=', at)
      .orderBy('ends_at')
      .limit(SWEEP_LIMIT)
      .execute(),
  )
  for (const { enterprise_id: enterpriseId, id } of due)
    await server.db.tenantTx(enterpriseId, async (db) => {
      const record = await lockCampaign(db, id)
      const isDue = record?.ends_at && record.ends_at <= at && (record.phase === 'LIVE' || record.phase === 'PAUSED')
      if (record && isDue) await closeCampaign(server, db, { enterpriseId, record, userId: null })
    })
}

/** Whether {@link endDueCampaigns} finds a campaign. */
export const campaignsDue = (at: Date) => condition`
  (select min(ends_at) from pool where kind = 'campaign' and phase in ('LIVE', 'PAUSED')) <= ${at}`
