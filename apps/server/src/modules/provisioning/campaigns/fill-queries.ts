import type { UnfitReason } from '@simwright/contract/provisioning/campaign'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'

/** Which profiles are meant, as a condition on `profile p`, for which campaign. */
export type Meant = { enterpriseId: string; condition: RawBuilder<boolean>; configurationId: string; at: Date }

/** Why the profile cannot go into the campaign; null: it can. */
const unfit = ({ configurationId, at }: Meant) => sql<UnfitReason | null>`
  case when m.pool_id is not null then case when a.kind = 'rotation' then 'ROTATION' else 'CAMPAIGN' end
    when p.configuration_id <> ${configurationId} then 'CONFIGURATION'
    when p.downloads > 0 or a.orders > 1 then 'USED'
    when p.status <> 'AVAILABLE' or p.order_state <> 'Released' then 'STATE'
    when p.eid is not null then 'BOUND'
    when p.sample or a.kind <> 'single' or a.state <> 'LIVE' or a.expires_at <= ${at} then 'EXPIRED' end`

const candidates = ({ condition }: Meant) => sql`
  profile p
  join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
  left join pool_member m on m.enterprise_id = p.enterprise_id and m.profile_id = p.id
  where ${condition}`

type ReasonCount = { reason: UnfitReason | null; count: number }

/** Counts by reason, of so many profiles at most. */
export async function countFit(
  db: TenantDb,
  meant: Meant,
  most: number,
): Promise<{ reason: UnfitReason | null; count: number }[]> {
  const { rows } = await sql<ReasonCount>`
    select reason, count(*)::int as count from (
      select ${unfit(meant)} as reason from ${candidates(meant)} limit ${most}) looked group by reason`.execute(db)
  return rows
}

/** In the order of their ids, behind one. */
export async function selectFit(
  db: TenantDb,
  meant: Meant,
  { most, afterId }: { most: number; afterId: string | undefined },
): Promise<string[]> {
  const behind = afterId === undefined ? sql`` : sql`and p.id > ${afterId}::uuid`
  const { rows } = await sql<Row<'profile', 'id'>>`
    select p.id from ${candidates(meant)} and ${unfit(meant)} is null ${behind} order by p.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Profiles of the campaign that no device has got, up to so many, in the order of their ids. */
export async function selectLeaving(
  db: TenantDb,
  { enterpriseId, poolId }: { enterpriseId: string; poolId: string },
  { most, which }: { most: number; which: 'free' | 'not handed out' },
): Promise<string[]> {
  const states = which === 'free' ? ['FREE'] : ['FREE', 'HELD']
  const { rows } = await sql<Row<'pool_member', 'profile_id'>>`
    select profile_id from pool_member
    where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and state = any(${states}::text[])
    order by profile_id limit ${most} for update`.execute(db)
  return rows.map((row) => row.profile_id)
}
