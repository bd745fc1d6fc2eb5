import { defaultThreshold } from '@simwright/contract/platform/threshold'
import { sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import { type RowOf, statement } from '../../../db/statement.ts'
import type { CampaignsServer as Server } from '../../../port/module.ts'
import { crossLevels, notifyMembers, readThreshold } from '../../platform/notices/service.ts'
import { joinPoolUse } from '../../profiles/pools/service.ts'

const KIND = 'CAMPAIGN_LOW'
const PER_READ = 200

type Needs = Pick<Server, 'db' | 'clock' | 'random'>

/** Notifies of active campaigns in which few profiles are left. Several processes may run it. */
export async function notifyOfLowCampaigns(server: Needs): Promise<void> {
  let after: string | undefined
  do {
    const at = server.clock.now()
    const low = await server.db.systemTx((db) => selectLow(db, { at, after, limit: PER_READ }))
    for (const campaign of low) await notifyOfCampaign(server, campaign, at)
    after = low.length === PER_READ ? low.at(-1)?.id : undefined
  } while (after !== undefined)
}

async function notifyOfCampaign(server: Needs, campaign: LowCampaign, at: Date): Promise<void> {
  const { enterprise_id: enterpriseId, id, name, remaining, total } = campaign
  await server.db.tenantTx(enterpriseId, async (db) => {
    const threshold = await readThreshold(db, KIND)
    const value = threshold.unit === 'PROFILES' ? remaining : (remaining * 100) / total
    const level = await crossLevels(db, { enterpriseId, kind: KIND, subject: id, threshold, value, at })
    if (level === undefined) return
    const facts = { campaignId: id, name, remaining, total }
    const once = `${KIND} ${id} ${level} ${at.toISOString()}`
    await notifyMembers(server, db, { once, news: { kind: KIND, facts } })
  })
}

type LowCampaign = RowOf<'select campaigns with few profiles'>

type LowPage = { at: Date; after: string | null; levels: readonly number[]; unit: string | null; limit: number }

const lowStatement = statement(
  'select campaigns with few profiles',
  ({ at, after, levels, unit, limit }: LowPage) => sql`
    select p.enterprise_id, p.id, c.name, n.total, greatest(n.total - used.taken, 0) as remaining
    from pool p ${joinPoolUse} join campaign c on c.enterprise_id = p.enterprise_id and c.id = p.id
    cross join lateral (select least(p.profiles, p.cap) as total) n
    left join notice_threshold t on t.enterprise_id = p.enterprise_id and t.kind = ${KIND}
    where p.kind = 'campaign' and p.phase = 'LIVE' and c.removed_at is null and n.total > 0
      and (p.starts_at is null or p.starts_at <= ${at}) and (p.ends_at is null or p.ends_at > ${at})
      and (greatest(n.total - used.taken, 0)::bigint * case coalesce(t.unit, ${unit}) when 'PROFILES' then 1 else 100 end
          < (select max(level) from unnest(coalesce(t.levels, ${levels}::integer[])) level)::bigint
            * case coalesce(t.unit, ${unit}) when 'PROFILES' then 1 else n.total end
        or exists (select from threshold_crossing x
          where x.enterprise_id = p.enterprise_id and x.kind = ${KIND} and x.subject = p.id::text))
      and (${after}::uuid is null or p.id > ${after}::uuid)
    order by p.id limit ${limit}`,
  { present: ['total', 'remaining'], planned: 'per call' },
)

/** Active campaigns below a level of their threshold, or with a level that was notified, page by page. */
async function selectLow(
  db: SystemDb,
  { at, after, limit }: { at: Date; after: string | undefined; limit: number },
): Promise<LowCampaign[]> {
  const { levels, unit } = defaultThreshold(KIND)
  return await lowStatement(db, { at, after: after ?? null, levels, unit, limit })
}
