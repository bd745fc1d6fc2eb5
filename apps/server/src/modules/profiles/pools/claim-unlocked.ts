import { sql } from 'kysely'
import { fragment } from '../../../db/fragment.ts'
import type { ActivationCodeId, EnterpriseId, PoolId } from '../../../db/row-id.ts'
import type { Guard } from '../../../db/write-together.ts'
import type { JoinedRead, UnlockedProfile } from '../lifecycle/service.ts'
import { MAX_CONFIRMATION_FAILURES, type Pool } from './claim.ts'
import { roomGuard } from './use.ts'
import type { PoolMembership } from './write.ts'

/*
 * A device's first claim of a profile of a campaign, without locks: of a free profile that was read with `readCode`. Each guard
 * applies only if what it changes is as it was read. They lock device, room of the pool, member, in this order, as
 * `claimProfile` does.
 */

/** The code that the devices of a campaign use; null for a rotation. */
export type CampaignCodeColumns = {
  campaign_code_id: ActivationCodeId | null
  campaign_code_state: Pool['code_state'] | null
  campaign_confirmation: Buffer | null
}

export const campaignCodeRead: JoinedRead = {
  name: 'campaign',
  values: {},
  build: () => ({
    columns: sql`c.id as campaign_code_id, c.state as campaign_code_state, c.sealed_confirmation as campaign_confirmation`,
    from: sql`left join activation_code c on c.enterprise_id = q.enterprise_id and c.id = q.activation_code_id`,
  }),
}

/** The limits of a pool, and what a device has tried and got there. */
export type ClaimColumns = {
  pool_starts_at: Date | null
  pool_ends_at: Date | null
  pool_cap: number | null
  pool_max_attempts: number
  pool_version: string
  /** Null: the device has not tried yet. */
  pool_attempts: number | null
  pool_failures: number | null
  has_pool_profile: boolean
}

export const claimRead = (poolEid: string): JoinedRead<{ poolEid: string }> => ({
  name: 'claim',
  values: { poolEid },
  build: ({ poolEid: eid }) => ({
    columns: sql`q.starts_at as pool_starts_at, q.ends_at as pool_ends_at, q.cap as pool_cap,
      q.max_attempts as pool_max_attempts, q.xmin::text as pool_version,
      pd.attempts as pool_attempts, pd.confirmation_failures as pool_failures,
      exists (select from pool_member x where x.enterprise_id = q.enterprise_id and x.pool_id = q.id and x.eid = ${eid})
        or exists (select from pool_past x where x.enterprise_id = q.enterprise_id and x.pool_id = q.id and x.eid = ${eid})
        as has_pool_profile`,
    from: sql`left join pool_device pd on pd.enterprise_id = q.enterprise_id and pd.pool_id = q.id and pd.eid = ${eid}`,
  }),
})

type Claim = { row: UnlockedProfile & ClaimColumns; enterpriseId: EnterpriseId; eid: string; at: Date; until: Date }

/**
 * The guards that reserve the profile for the device and count its attempt. That of the name `room` does not apply if the cap
 * may be reached; then `claimProfile` decides.
 * @returns undefined if the device has a profile of the pool, or too many attempts
 */
export function claimGuards({ row, enterpriseId, eid, at, until }: Claim): Guard[] | undefined {
  const { pool_attempts: attempts, pool_failures: failures, pool_cap: cap, pool_max_attempts: most } = row
  const isFit = row.member_state === 'FREE' && row.status === 'AVAILABLE' && row.eid === null && row.order_eid === null
  const hasAttempt = (attempts ?? 0) < most && (failures ?? 0) < MAX_CONFIRMATION_FAILURES
  if (!isFit || row.has_pool_profile || !hasAttempt) return undefined
  const poolId = row.pool_id as PoolId
  return [
    {
      name: 'device',
      sql: () =>
        attempts === null
          ? fragment`
              insert into pool_device (enterprise_id, pool_id, eid, attempts, first_seen_at, last_seen_at)
              values (${enterpriseId}, ${poolId}, ${eid}, 1, ${at}, ${at}) returning 1`
          : fragment`
              update pool_device set attempts = attempts + 1, last_seen_at = ${at}
              where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and eid = ${eid} and attempts = ${attempts}
                and confirmation_failures = ${failures} returning 1`,
    },
    ...(cap === null ? [] : [roomGuard({ enterpriseId, poolId })]),
    {
      name: 'member',
      // who has locked the member most often reserves it for another device, so waiting for that would be in vain
      sql: (after) => fragment`
        update pool_member set state = 'HELD', eid = ${eid}, held_until = ${until}
        where enterprise_id = ${enterpriseId} and profile_id = (select profile_id from pool_member
            where enterprise_id = ${enterpriseId} and profile_id = ${row.profile_id} and pool_id = ${poolId}
              and state = 'FREE' and ${after} for update skip locked)
          and exists (select from pool
            where enterprise_id = ${enterpriseId} and id = ${poolId} and xmin = ${row.pool_version}::xid)
        returning 1`,
    },
  ]
}

/** The guards that do what `takeWrites` does, but for the count, if the profile is still reserved for the device. */
export function takeGuards({ enterpriseId, poolId, profileId, eid }: PoolMembership, at: Date): Guard[] {
  return [
    {
      name: 'device',
      sql: () => fragment`
        update pool_device set attempts = 0, confirmation_failures = 0
        where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and eid = ${eid} returning 1`,
    },
    {
      name: 'member',
      sql: (after) => fragment`
        update pool_member set state = 'TAKEN', taken_at = ${at}, held_until = null
        where enterprise_id = ${enterpriseId} and profile_id = ${profileId} and pool_id = ${poolId} and state = 'HELD'
          and eid = ${eid} and ${after} returning 1`,
    },
  ]
}
