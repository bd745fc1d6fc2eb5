import { defaultThreshold, type ThresholdKind } from '@simwright/contract/platform/threshold'
import { sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { type RowOf, statement } from '../../../db/statement.ts'
import type { RollupServer as Server } from '../../../port/module.ts'
import { crossLevels, notifyMembers, readThreshold } from '../../platform/notices/service.ts'
import type { Kind } from './kind.ts'

const HOUR_MS = 60 * 60_000

type PartialKind = Extract<ThresholdKind, 'VERSION_FALLS' | 'MODEL_FALLS'>

/** Which counters each threshold compares. */
const ROLLUP_OF: Readonly<Record<PartialKind, Kind>> = { VERSION_FALLS: 'version', MODEL_FALLS: 'model' }

/**
 * Notifies of versions of configurations and of device models whose success rate is below a level of their threshold. On
 * fewer downloads than its minimum nothing is decided. Several processes may run it.
 */
export async function notifyOfPartialRates(server: Server): Promise<void> {
  const at = server.clock.now()
  for (const kind of Object.keys(ROLLUP_OF) as PartialKind[]) {
    const rates = await server.db.systemTx((db) => selectRates(db, kind, at))
    for (const rate of rates) await notifyOfRate(server, { kind, rate, at })
  }
}

type Rate = RowOf<'select partial success rates below a level'>

async function notifyOfRate(
  server: Server,
  { kind, rate, at }: { kind: PartialKind; rate: Rate; at: Date },
): Promise<void> {
  const { enterprise_id: enterpriseId, dimension: subject, installed, failed, hours } = rate
  await server.db.tenantTx(enterpriseId, async (db) => {
    const threshold = await readThreshold(db, kind)
    const value = (installed * 100) / (installed + failed)
    const level = await crossLevels(db, { enterpriseId, kind, subject, threshold, value, at })
    if (level === undefined) return
    const facts = {
      percent: Math.floor(value * 10) / 10,
      level,
      installed,
      failed,
      hours,
      from: new Date(at.getTime() - hours * HOUR_MS).toISOString(),
      to: at.toISOString(),
    }
    const once = `${kind} ${enterpriseId} ${subject} ${level} ${at.toISOString()}`
    if (kind === 'MODEL_FALLS') {
      const [brand = '', model = ''] = subject.split('|')
      await notifyMembers(server, db, { once, news: { kind, facts: { ...facts, brand, model } } })
    } else {
      const [configurationId = '', version = ''] = subject.split('/')
      const named = { configurationId, name: await nameOf(db, configurationId), version: Number(version) }
      await notifyMembers(server, db, { once, news: { kind, facts: { ...facts, ...named } } })
    }
  })
}

async function nameOf(db: TenantDb, configurationId: string): Promise<string> {
  const found = await db
    .selectFrom('profile_configuration')
    .select('name')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', configurationId)
    .executeTakeFirst()
  return found?.name ?? ''
}

type Query = {
  kind: PartialKind
  rollup: Kind
  hours: number | null
  minimum: number | null
  levels: readonly number[]
  at: Date
}

/** Only accounts with enough downloads, of which any failed, have their counters by version or model read. */
const ratesStatement = statement(
  'select partial success rates below a level',
  ({ kind, rollup, hours, minimum, levels, at }: Query) => sql`
    with busy as materialized (
      select e.enterprise_id, w.*, ${at}::timestamptz - w.hours * interval '1 hour' as begins
      from enterprise e
      left join notice_threshold t on t.enterprise_id = e.enterprise_id and t.kind = ${kind}
      cross join lateral (select coalesce(t.hours, ${hours}::integer) as hours,
        coalesce(t.minimum, ${minimum}::integer) as minimum, coalesce(t.levels, ${levels}::integer[]) as levels) w
      where cardinality(w.levels) > 0 and (
        select coalesce(sum(r.count), 0) >= w.minimum and coalesce(sum(r.count) filter (where r.metric = 'failed'), 0) > 0
        from rollup r
        where r.enterprise_id = e.enterprise_id and r.kind = 'total' and r.dimension = ''
          and r.metric in ('installed', 'failed')
          and r.bucket > ${at}::timestamptz - w.hours * interval '1 hour' and r.bucket <= ${at}
      ) or exists (select from threshold_crossing c where c.enterprise_id = e.enterprise_id and c.kind = ${kind})
    )
    select b.enterprise_id, s.dimension, s.installed, s.failed, b.hours
    from busy b
    cross join lateral (
      select r.dimension, coalesce(sum(r.count) filter (where r.metric = 'installed'), 0)::float8 as installed,
        coalesce(sum(r.count) filter (where r.metric = 'failed'), 0)::float8 as failed
      from rollup r
      where r.enterprise_id = b.enterprise_id and r.kind = ${rollup} and r.dimension <> ''
        and r.metric in ('installed', 'failed') and r.bucket > b.begins and r.bucket <= ${at}
      group by r.dimension) s
    where s.installed + s.failed >= b.minimum
      and (s.installed * 100 < (s.installed + s.failed) * (select max(level) from unnest(b.levels) level)
        or exists (select from threshold_crossing c
          where c.enterprise_id = b.enterprise_id and c.kind = ${kind} and c.subject = s.dimension))
    order by b.enterprise_id, s.dimension`,
  { present: ['installed', 'failed', 'hours'], planned: 'per call' },
)

/** Versions or models below a level of their threshold, or with a level that was notified. */
async function selectRates(db: SystemDb, kind: PartialKind, at: Date): Promise<Rate[]> {
  const { levels, hours, minimum } = defaultThreshold(kind)
  return await ratesStatement(db, { kind, rollup: ROLLUP_OF[kind], hours, minimum, levels, at })
}
