import type { UnfitReason } from '@simwright/contract/campaign'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'

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

/** Counts by reason, of so many profiles at most. */
export async function countFit(
  db: TenantDb,
  meant: Meant,
  most: number,
): Promise<{ reason: UnfitReason | null; count: number }[]> {
  const { rows } = await sql<{ reason: UnfitReason | null; count: number }>`
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
  const { rows } = await sql<{ id: string }>`
    select p.id from ${candidates(meant)} and ${unfit(meant)} is null ${behind} order by p.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

type Pooling = { enterpriseId: string; poolId: string }

/**
 * Puts profiles into the pool and closes their own codes, whose lifetime is kept for when they come back.
 * @returns those that nobody took meanwhile
 */
export async function joinPool(
  db: TenantDb,
  { enterpriseId, poolId }: Pooling,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ profile_id: string }>`
    insert into pool_member (enterprise_id, profile_id, pool_id, state, own_expires_at)
    select p.enterprise_id, p.id, ${poolId}::uuid, 'FREE', a.expires_at from profile p
    join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
    where p.enterprise_id = ${enterpriseId} and p.id = any(${[...ids]}::uuid[]) and a.kind = 'single' and a.state = 'LIVE'
    on conflict (enterprise_id, profile_id) do nothing returning profile_id`.execute(db)
  const joined = rows.map((row) => row.profile_id)
  await sql`
    update activation_code a set kind = 'pooled', expires_at = null from profile p
    where p.enterprise_id = ${enterpriseId} and p.id = any(${joined}::uuid[]) and a.enterprise_id = p.enterprise_id
      and a.id = p.activation_code_id`.execute(db)
  await sql`
    update profile set campaign_id = ${poolId} where enterprise_id = ${enterpriseId} and id = any(${joined}::uuid[])`.execute(
    db,
  )
  await countProfiles(db, { enterpriseId, poolId }, joined.length)
  return joined
}

/** Takes profiles that nobody has got out of the pool; their own codes work as before. */
export async function leavePool(
  db: TenantDb,
  { enterpriseId, poolId }: Pooling,
  { most, which }: { most: number; which: 'free' | 'not handed out' },
): Promise<string[]> {
  const states = which === 'free' ? sql`state = 'FREE'` : sql`state in ('FREE', 'HELD')`
  const { rows } = await sql<{ profile_id: string; own_expires_at: Date | null }>`
    delete from pool_member where enterprise_id = ${enterpriseId} and profile_id in (
      select profile_id from pool_member where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and ${states}
      order by profile_id limit ${most} for update)
    returning profile_id, own_expires_at`.execute(db)
  const ids = rows.map((row) => row.profile_id)
  await sql`
    update activation_code a set kind = 'single', expires_at = r.expires_at
    from unnest(${ids}::uuid[], ${rows.map((row) => row.own_expires_at)}::timestamptz[]) as r(id, expires_at)
    join profile p on p.enterprise_id = ${enterpriseId} and p.id = r.id
    where a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id and a.kind = 'pooled'`.execute(db)
  await sql`
    update profile set campaign_id = null where enterprise_id = ${enterpriseId} and id = any(${ids}::uuid[])`.execute(
    db,
  )
  await countProfiles(db, { enterpriseId, poolId }, -ids.length)
  return ids
}

async function countProfiles(db: TenantDb, { enterpriseId, poolId }: Pooling, more: number): Promise<void> {
  await sql`
    update pool set profiles = profiles + ${more} where enterprise_id = ${enterpriseId} and id = ${poolId}`.execute(db)
}

export type Told = {
  type: 'CAMPAIGN_JOINED' | 'CAMPAIGN_LEFT'
  detail: string
  profileIds: readonly string[]
  eventIds: readonly string[]
  /** Null: the clock did it. */
  userId: string | null
  at: Date
}

export async function insertPoolEvents(db: TenantDb, enterpriseId: string, told: Told): Promise<void> {
  const { type, detail, profileIds, eventIds, userId, at } = told
  await sql`
    insert into profile_event (enterprise_id, profile_id, id, type, at, actor, actor_id, detail)
    select ${enterpriseId}::uuid, r.profile_id, r.id, ${type}, ${at}, ${userId === null ? 'system' : 'user'},
      ${userId}::uuid, ${detail}
    from unnest(${[...profileIds]}::uuid[], ${[...eventIds]}::uuid[]) as r(profile_id, id)`.execute(db)
}
