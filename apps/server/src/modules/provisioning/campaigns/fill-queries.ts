import type { UnfitReason } from '@simwright/contract/provisioning/campaign'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { ConfigurationId, EnterpriseId, PoolId } from '../../../db/row-id.ts'
import { shapedStatement } from '../../../db/statement.ts'

/** The profiles selected for a campaign. `condition`: a where clause on `profile p`. */
export type FillQuery = {
  enterpriseId: EnterpriseId
  condition: RawBuilder<boolean>
  configurationId: ConfigurationId
  at: Date
}

/** Whether the current code of `profile p` was handed out for a voucher; `a` is that code. */
const isRedeemed = sql`exists (select from voucher v
  where v.enterprise_id = p.enterprise_id and v.profile_id = p.id and v.page_slug = a.slug)`

/** Why the profile cannot join the campaign; null if it can. */
const unfit = ({ configurationId, at }: FillQuery) => sql`
  case when m.pool_id is not null then case when a.kind = 'rotation' then 'ROTATION' else 'CAMPAIGN' end
    when p.configuration_id <> ${configurationId} then 'CONFIGURATION'
    when p.downloads > 0 or a.orders > 1 then 'USED'
    when p.status <> 'AVAILABLE' or p.order_state <> 'Released' then 'STATE'
    when p.eid is not null then 'BOUND'
    when ${isRedeemed} then 'VOUCHER'
    when p.sample or a.kind <> 'single' or a.state <> 'LIVE' or a.expires_at <= ${at} then 'EXPIRED' end`

const candidates = ({ condition }: FillQuery) => sql`
  profile p
  join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
  left join pool_member m on m.enterprise_id = p.enterprise_id and m.profile_id = p.id
  where ${condition}`

const countFitStatement = shapedStatement(
  'count profiles by fit',
  ({ query, most }: { query: FillQuery; most: number }) => sql`
    select reason, count(*)::int as count from (
      select ${unfit(query)} as reason from ${candidates(query)} limit ${most}) looked group by reason`,
  { present: ['count'], shapes: [{ query: { condition: condition`true` } as FillQuery }] },
)

/** Counts the selected profiles by reason, at most `most` of them. */
export async function countFit(
  db: TenantDb,
  query: FillQuery,
  most: number,
): Promise<{ reason: UnfitReason | null; count: number }[]> {
  return (await countFitStatement(db, { query, most })) as { reason: UnfitReason | null; count: number }[]
}

const fitStatement = shapedStatement(
  'select profiles that fit',
  ({ query, keyset, most }: { query: FillQuery; keyset: RawBuilder<unknown>; most: number }) => sql`
    select p.id from ${candidates(query)} and ${unfit(query)} is null ${keyset} order by p.id limit ${most}`,
  { shapes: [{ query: { condition: condition`true` } as FillQuery, keyset: sql`` }] },
)

/** IDs of profiles that can join the campaign, after `afterId`, ordered. */
export async function selectFit(
  db: TenantDb,
  query: FillQuery,
  { most, afterId }: { most: number; afterId: string | undefined },
): Promise<string[]> {
  const keyset = afterId === undefined ? sql`` : sql`and p.id > ${afterId}::uuid`
  return (await fitStatement(db, { query, keyset, most })).map(({ id }) => id)
}

const lockUndeliveredStatement = shapedStatement(
  'lock profiles not handed out',
  ({
    enterpriseId,
    poolId,
    states,
    most,
  }: {
    enterpriseId: EnterpriseId
    poolId: PoolId
    states: readonly string[]
    most: number
  }) => sql`
    select profile_id from pool_member
    where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and state = any(${states}::text[])
    order by profile_id limit ${most} for update`,
)

/** Locks and returns at most `most` profiles of the campaign that were not handed out, ordered by ID. */
export async function lockUndelivered(
  db: TenantDb,
  { poolId }: { poolId: PoolId },
  { most, which }: { most: number; which: 'free' | 'not handed out' },
): Promise<string[]> {
  const states = which === 'free' ? ['FREE'] : ['FREE', 'HELD']
  return (await lockUndeliveredStatement(db, { enterpriseId: db.enterpriseId, poolId, states, most })).map(
    (row) => row.profile_id,
  )
}
