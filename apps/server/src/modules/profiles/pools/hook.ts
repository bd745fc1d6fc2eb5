import { sql } from 'kysely'
import type { EnterpriseId, PoolId, ProfileId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'

type InPool = { enterpriseId: EnterpriseId; poolId: PoolId }

const countWrite = ({ enterpriseId, poolId }: InPool, more: number): Write => sql`
  update pool set profiles = profiles + ${more}
  where enterprise_id = ${enterpriseId} and id = ${poolId} and kind = 'campaign'`

/** Adds profiles to a pool. The expiry of their own codes is stored for when they leave it. */
export function joinWrites(
  { enterpriseId, poolId }: InPool,
  members: readonly { profileId: ProfileId; ownExpiresAt: Date | null }[],
): Write[] {
  return [
    sql`insert into pool_member (enterprise_id, profile_id, pool_id, state, own_expires_at)
      select ${enterpriseId}::uuid, r.profile_id, ${poolId}::uuid, 'FREE', r.own_expires_at
      from unnest(${members.map(({ profileId }) => profileId)}::uuid[],
        ${members.map(({ ownExpiresAt }) => ownExpiresAt)}::timestamptz[]) as r(profile_id, own_expires_at)`,
    countWrite({ enterpriseId, poolId }, members.length),
  ]
}

/** Removes members from a pool. */
export function leaveWrites({ enterpriseId, poolId }: InPool, profileIds: readonly string[]): Write[] {
  return [
    sql`delete from pool_member where enterprise_id = ${enterpriseId} and profile_id = any(${profileIds}::uuid[])`,
    countWrite({ enterpriseId, poolId }, -profileIds.length),
  ]
}

/** Removes profiles from their pools. Profiles that a campaign has delivered are archived for its report. */
export const archiveWrites = (enterpriseId: EnterpriseId, profileIds: readonly string[]): Write[] => [
  sql`insert into pool_past (enterprise_id, pool_id, profile_id, taken_at, iccid, imsi, eid, device, status, status_at,
      recycle_status, recycle_at)
    select m.enterprise_id, m.pool_id, m.profile_id, m.taken_at, p.iccid, p.imsi, m.eid,
      nullif(concat_ws(' ', p.device_brand, p.device_model), ''), p.status, p.status_at, p.recycle_status, p.recycle_at
    from pool_member m join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
    join pool q on q.enterprise_id = m.enterprise_id and q.id = m.pool_id and q.kind = 'campaign'
    where m.enterprise_id = ${enterpriseId} and m.profile_id = any(${profileIds}::uuid[]) and m.state = 'TAKEN'`,
  sql`delete from pool_member where enterprise_id = ${enterpriseId} and profile_id = any(${profileIds}::uuid[])`,
]

/** Makes delivered profiles available to the next device. */
export const freeAgainWrite = (enterpriseId: EnterpriseId, profileIds: readonly string[]): Write => sql`
  update pool_member set state = 'FREE', eid = null, held_until = null, taken_at = null
  where enterprise_id = ${enterpriseId} and profile_id = any(${profileIds}::uuid[]) and state = 'TAKEN'`
