import { defaultThreshold } from '@simwright/contract/platform/threshold'
import { sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { shapedStatement } from '../../../db/statement.ts'
import type { RollupServer as Server } from '../../../port/module.ts'
import { crossLevels, notifyMembers, readThreshold } from '../../platform/notices/service.ts'

const KIND = 'SUCCESS_FALLS'

/**
 * Notifies of success rates below a level of their threshold: how many of the downloads that ended within its hours
 * ended with an installed profile. On fewer downloads than its minimum nothing is decided. Several processes may run it.
 */
export async function notifyOfSuccessRates(server: Server): Promise<void> {
  const at = server.clock.now()
  for (const ended of await server.db.systemTx((db) => selectEnded(db, at))) await notifyOfRate(server, ended, at)
}

async function notifyOfRate(server: Server, ended: EndedDownloads, at: Date): Promise<void> {
  const { enterprise_id: enterpriseId, installed, failed, hours } = ended
  await server.db.tenantTx(enterpriseId, async (db) => {
    const threshold = await readThreshold(db, KIND)
    const value = (installed * 100) / (installed + failed)
    const level = await crossLevels(db, { enterpriseId, kind: KIND, subject: '', threshold, value, at })
    if (level === undefined) return
    const facts = { percent: Math.floor(value * 10) / 10, level, installed, failed, hours }
    const once = `${KIND} ${enterpriseId} ${level} ${at.toISOString()}`
    await notifyMembers(server, db, { once, news: { kind: KIND, facts } })
  })
}

type EndedDownloads = { enterprise_id: EnterpriseId; installed: number; failed: number; hours: number }

type SuccessRule = Pick<ReturnType<typeof defaultThreshold>, 'levels' | 'hours' | 'minimum'>

const endedStatement = shapedStatement(
  'select success rates below a level',
  ({ hours, minimum, levels, at }: SuccessRule & { at: Date }) => sql`
    select e.enterprise_id, s.installed, s.failed, w.hours
    from enterprise e
    left join notice_threshold t on t.enterprise_id = e.enterprise_id and t.kind = ${KIND}
    cross join lateral (select coalesce(t.hours, ${hours}::integer) as hours,
      coalesce(t.minimum, ${minimum}::integer) as minimum, coalesce(t.levels, ${levels}::integer[]) as levels) w
    cross join lateral (
      select coalesce(sum(r.count) filter (where r.metric = 'installed'), 0)::float8 as installed,
        coalesce(sum(r.count) filter (where r.metric = 'failed'), 0)::float8 as failed
      from rollup r
      where r.enterprise_id = e.enterprise_id and r.kind = 'total' and r.dimension = ''
        and r.metric in ('installed', 'failed')
        and r.bucket > ${at}::timestamptz - w.hours * interval '1 hour' and r.bucket <= ${at}) s
    where s.installed + s.failed >= w.minimum
      and (s.installed * 100 < (s.installed + s.failed) * (select max(level) from unnest(w.levels) level)
        or exists (select from threshold_crossing c where c.enterprise_id = e.enterprise_id and c.kind = ${KIND}))
    order by e.enterprise_id`,
  { present: ['installed', 'failed', 'hours'] },
)

/** Enterprise accounts below a level of their threshold, or with a level that was notified. */
async function selectEnded(db: SystemDb, at: Date): Promise<EndedDownloads[]> {
  const { levels, hours, minimum } = defaultThreshold(KIND)
  return await endedStatement(db, { hours, minimum, levels, at })
}
