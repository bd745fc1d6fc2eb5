import type { UnfitReason } from '@simwright/contract/provisioning/campaign'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { ConfigurationId, EnterpriseId, PoolId } from '../../../db/row-id.ts'

/** The profiles selected for a campaign. `condition`: a where clause on `profile p`. */
export type FillQuery = {
  enterpriseId: EnterpriseId
  condition: RawBuilder<boolean>
  configurationId: ConfigurationId
  at: Date
}

/** Why the profile cannot join the campaign; null if it can. */
const unfit = ({ configurationId, at }: FillQuery) => sql<UnfitReason | null>`
  case when m.pool_id is not null then case when a.kind = 'rotation' then 'ROTATION' else 'CAMPAIGN' end
    when p.configuration_id <> ${configurationId} then 'CONFIGURATION'
    when p.downloads > 0 or a.orders > 1 then 'USED'
    when p.status <> 'AVAILABLE' or p.order_state <> 'Released' then 'STATE'
    when p.eid is not null then 'BOUND'
    when p.sample or a.kind <> 'single' or a.state <> 'LIVE' or a.expires_at <= ${at} then 'EXPIRED' end`

const candidates = ({ condition }: FillQuery) => sql`
  profile p
  join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
  left join pool_member m on m.enterprise_id = p.enterprise_id and m.profile_id = p.id
  where ${condition}`

type ReasonCount = { reason: UnfitReason | null; count: number }

/** Counts the selected profiles by reason, at most `most` of them. */
export async function countFit(
  db: TenantDb,
  query: FillQuery,
  most: number,
): Promise<{ reason: UnfitReason | null; count: number }[]> {
  const { rows } = await sql<ReasonCount>`
    select reason, count(*)::int as count from (
      select ${unfit(query)} as reason from ${candidates(query)} limit ${most}) looked group by reason`.execute(db)
  return rows
}

/** IDs of profiles that can join the campaign, after `afterId`, ordered. */
export async function selectFit(
  db: TenantDb,
  query: FillQuery,
  { most, afterId }: { most: number; afterId: string | undefined },
): Promise<string[]> {
  const keyset = afterId === undefined ? sql`` : sql`and p.id > ${afterId}::uuid`
  const { rows } = await sql<Row<'profile', 'id'>>`
    select p.id from ${candidates(query)} and ${unfit(query)} is null ${keyset} order by p.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks and returns at most `most` profiles of the campaign that were not handed out, ordered by ID. */
export async function lockUndelivered(
  db: TenantDb,
  { enterpriseId, poolId }: { enterpriseId: EnterpriseId; poolId: PoolId },
  { most, which }: { most: number; which: 'free' | 'not handed out' },
): Promise<string[]> {
  const states = which === 'free' ? ['FREE'] : ['FREE', 'HELD']
  const { rows } = await sql<Row<'pool_member', 'profile_id'>>`
    select profile_id from pool_member
    where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and state = any(${states}::text[])
    order by profile_id limit ${most} for update`.execute(db)
  return rows.map((row) => row.profile_id)
}
