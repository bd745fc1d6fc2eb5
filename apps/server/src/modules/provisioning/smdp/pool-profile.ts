import { RspRefusal } from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import {
  claimProfile,
  type Pool,
  type PoolMembership,
  type Shortage,
  selectPool,
} from '../../profiles/pools/service.ts'
import { type BlockColumns, blockJoin, blockValuesOf } from '../block/service.ts'
import { blockRefusal } from './block.ts'
import type { RowRef } from './code-record.ts'
import type { SessionRow } from './session.ts'

/** The profile of a pool that a device has claimed: reserved (HELD) or downloaded (TAKEN). */
export type ClaimedProfile = { membership: PoolMembership; state: 'HELD' | 'TAKEN'; pool: Pool }

/** The reason why a device gets no profile, with the rule if it is blocked. */
export type ClaimRefusal = { refusal: RspRefusal; block?: BlockColumns }

export type ClaimRequest = {
  ref: RowRef
  eid: string
  tacs: readonly string[]
  trust: 'test' | 'live'
  at: Date
  /** End of the session, and of the reservation. */
  until: Date
}

/** Claims a profile of the pool of a shared code for a device, and reserves it until the end of the session. */
export async function claimPoolProfile(db: TenantDb, seeking: ClaimRequest): Promise<ClaimedProfile | ClaimRefusal> {
  const { ref, eid, tacs, trust, at, until } = seeking
  const { enterpriseId } = ref
  const joined = blockJoin(enterpriseId, blockValuesOf({ eid, tacs }))
  const pool = await selectPool<BlockColumns>(db, { enterpriseId, activationCodeId: ref.id, joined })
  if (!pool) return { refusal: new RspRefusal('matching_id_refused') }
  const refusal = blockRefusal(pool)
  if (refusal) return { refusal, block: pool }
  const closed = whyClosed(pool, at)
  if (closed !== undefined) return { refusal: noProfile(closed) }
  const claimed = await claimProfile(db, { enterpriseId, pool, eid, trust, at, until })
  if (typeof claimed === 'string') return { refusal: shortages[claimed](trust) }
  const { profileId, state } = claimed
  return { membership: { enterpriseId, poolId: pool.id, profileId, eid }, state, pool }
}

/** Why no device can download by the code of the pool; undefined if devices can. */
export function whyClosed(
  {
    phase,
    starts_at: startsAt,
    ends_at: endsAt,
    code_state: state,
  }: Pick<Pool, 'phase' | 'starts_at' | 'ends_at' | 'code_state'>,
  at: Date,
): string | undefined {
  if (state !== 'LIVE') return 'This activation code is closed.'
  if (phase === 'ENDED' || (endsAt !== null && at >= endsAt)) return 'This offer has ended.'
  if (phase === 'DRAFT' || (startsAt !== null && at < startsAt)) return 'This offer has not begun yet.'
  return phase === 'PAUSED' ? 'This offer is paused. Please try again later.' : undefined
}

const noProfile = (message: string) => new RspRefusal('matching_id_refused', { message, detail: message })

const shortages: Record<Shortage, (trust: 'test' | 'live') => RspRefusal> = {
  attempts: () => new RspRefusal('attempts_exceeded', { message: 'This device has tried too many times.' }),
  'device-limit': () =>
    new RspRefusal('attempts_exceeded', { message: 'This device has got as many profiles as it may get here.' }),
  cap: () => noProfile('All profiles of this offer are taken.'),
  empty: () => noProfile('No profile is left under this activation code.'),
  'other-trust': (trust) =>
    new RspRefusal('profile_not_eligible', {
      message: trust === 'test' ? 'This profile is not for test devices.' : 'This profile is for test devices only.',
    }),
}

/** The pool membership that AuthenticateClient stored in the session; undefined without a pool. */
export function membershipOf({ enterprise_id: enterpriseId, pool_id: poolId, profile_id: profileId, eid }: SessionRow) {
  return enterpriseId && poolId && profileId && eid ? { enterpriseId, poolId, profileId, eid } : undefined
}
