import { RspRefusal } from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import { claimProfile, type Pool, type Share, type Shortage, selectPool } from '../../profiles/pools/service.ts'
import { type BlockColumns, blockJoin, blockValuesOf } from '../block/service.ts'
import { blockRefusal } from './block.ts'
import type { Place } from './hold.ts'
import type { SessionRow } from './session.ts'

/** The profile that a device gets under a code of many. */
export type FoundShare = { share: Share; state: 'HELD' | 'TAKEN'; pool: Pool }

/** Why a device gets none, and the rule that blocks it. */
export type NoShare = { refusal: RspRefusal; block?: BlockColumns }

export type Seeking = {
  place: Place
  eid: string
  tacs: readonly string[]
  trust: 'test' | 'live'
  at: Date
  /** The end of the session: until then the profile is kept for the device. */
  until: Date
}

/** Finds, behind a code of many profiles, the one for this device, and keeps it for it. */
export async function findShare(db: TenantDb, seeking: Seeking): Promise<FoundShare | NoShare> {
  const { place, eid, tacs, trust, at, until } = seeking
  const { enterpriseId } = place
  const along = blockJoin(enterpriseId, blockValuesOf({ eid, tacs }))
  const pool = await selectPool<BlockColumns>(db, { enterpriseId, activationCodeId: place.id, along })
  if (!pool) return { refusal: new RspRefusal('matching_id_refused') }
  const refusal = blockRefusal(pool)
  if (refusal) return { refusal, block: pool }
  const closed = whyClosed(pool, at)
  if (closed !== undefined) return { refusal: noProfile(closed) }
  const claimed = await claimProfile(db, { enterpriseId, pool, eid, trust, at, until })
  if (typeof claimed === 'string') return { refusal: shortages[claimed](trust) }
  const { profileId, state } = claimed
  return { share: { enterpriseId, poolId: pool.id, profileId, eid }, state, pool }
}

function whyClosed({ phase, starts_at: startsAt, ends_at: endsAt, code_state: state }: Pool, at: Date) {
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

/** The share that a session is about, as it was found at AuthenticateClient. */
export function shareOf({ enterprise_id: enterpriseId, pool_id: poolId, profile_id: profileId, eid }: SessionRow) {
  return enterpriseId && poolId && profileId && eid ? { enterpriseId, poolId, profileId, eid } : undefined
}
