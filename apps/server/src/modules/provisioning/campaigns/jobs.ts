import { finish } from './course.ts'
import type { Server } from './port.ts'
import { lockCampaign } from './queries.ts'

export { recycleEnded } from './recycling.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random'>

/** Campaigns in a sweep; what is left comes in the next. */
const AT_ONCE = 50

/** Ends the campaigns whose time is over. Any number of processes may do it at once: a campaign ends once. */
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
      .limit(AT_ONCE)
      .execute(),
  )
  for (const { enterprise_id: enterpriseId, id } of due)
    await server.db.tenantTx(enterpriseId, async (db) => {
      const record = await lockCampaign(db, enterpriseId, id)
      const isDue = record?.ends_at && record.ends_at <= at && (record.phase === 'LIVE' || record.phase === 'PAUSED')
      if (record && isDue) await finish(server, db, { enterpriseId, record, userId: null })
    })
}
