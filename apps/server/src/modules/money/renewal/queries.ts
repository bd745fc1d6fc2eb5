import { defaultThreshold } from '@simwright/contract/platform/threshold'
import { sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type RowOf, statement } from '../../../db/statement.ts'
import { activeOrder, DOWNLOADS, joinUse, USED } from '../../platform/plans/service.ts'

const dueEnterprisesStatement = statement(
  'select accounts with due orders',
  ({ at, salt, limit }: { at: Date; salt: number; limit: number }) => sql`
    select enterprise_id from (select distinct enterprise_id from plan_order where next_step_at <= ${at}) due
    order by hashtextextended(enterprise_id::text, ${salt}) limit ${limit}`,
)

/**
 * Enterprise accounts with an order that something must be done about, in an order that depends on `salt`, so that
 * several processes seldom get the same ones.
 */
export async function selectDueEnterprises(
  db: SystemDb,
  { at, salt, limit }: { at: Date; salt: number; limit: number },
): Promise<EnterpriseId[]> {
  return (await dueEnterprisesStatement(db, { at, salt, limit })).map((row) => row.enterprise_id)
}

type UsageRecord = RowOf<'select orders with usage'>
type UsagePage = { at: Date; after: string | null; levels: readonly number[]; limit: number }

const ordersUsedStatement = statement(
  'select orders with usage',
  ({ at, after, levels, limit }: UsagePage) => sql`
    select o.enterprise_id, o.id, o.extra_download_cents, ${DOWNLOADS} as downloads, o.billing_dimension,
      used.used_downloads, used.installations
    from plan_order o ${joinUse('o')} join plan p on p.name = o.plan
    left join notice_threshold t on t.enterprise_id = o.enterprise_id and t.kind = 'USAGE_REACHED'
    where o.state = 'ACTIVE' and o.starts_at <= ${at} and (o.ends_at is null or o.ends_at > ${at}) and ${DOWNLOADS} > 0
      and ((${USED})::bigint * 100 >= (${DOWNLOADS})::bigint * (select min(level) from unnest(coalesce(t.levels, ${levels}::integer[])) level)
        or exists (select from threshold_crossing c
          where c.enterprise_id = o.enterprise_id and c.kind = 'USAGE_REACHED' and c.subject = o.id::text))
      and (o.kind <> 'BASE' or o.id = (select id from (${activeOrder(sql.ref('o.enterprise_id'), at)}) active))
      and (${after}::uuid is null or o.id > ${after}::uuid)
    order by o.id limit ${limit}`,
  { present: ['used_downloads', 'installations'], planned: 'per call' },
)

/**
 * Active orders, and base plans that apply because no order is active, of which a level of the usage threshold is used,
 * or was notified, page by page.
 */
export async function selectOrdersUsed(
  db: SystemDb,
  { at, after, limit }: { at: Date; after: string | undefined; limit: number },
): Promise<UsageRecord[]> {
  const { levels } = defaultThreshold('USAGE_REACHED')
  return await ordersUsedStatement(db, { at, after: after ?? null, levels, limit })
}

/** Whether {@link selectDueEnterprises} finds an enterprise account. */
export const ordersDue = (at: Date) => condition`(select min(next_step_at) from plan_order) <= ${at}`
