import { RspRefusal } from '@simwright/rsp'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { claimProfile, type Pool, type Share, type Shortage, selectPool } from '../../profiles/pools/service.ts'
import { blockOf } from '../block/service.ts'
import type { Place } from './hold.ts'
import type { SessionRow } from './session.ts'

/** The profile that a device gets under a code of many. */
export type FoundShare = { share: Share; state: 'HELD' | 'TAKEN'; pool: Pool }

/** Why a device gets none, and by which rule it is kept out. */
export type NoShare = { refusal: RspRefusal; blockId?: string }

export type Seeking = {
  place: Place
  eid: string
  tacs: readonly string[]
  trust: 'test' | 'live'
  at: Date
  /** The end of the session: until then the profile is kept for the device. */
  until: Date
}

type Block = { id: string; kind: 'EID' | 'EID_RANGE' | 'TAC' }

/** Finds, behind a code of many profiles, the one for this device, and keeps it for it. */
export async function findShare(db: TenantDb, seeking: Seeking): Promise<FoundShare | NoShare> {
  const { place, eid, tacs, trust, at, until } = seeking
  const { enterpriseId } = place
  const pool = await selectPool(db, enterpriseId, place.id)
  if (!pool) return { refusal: new RspRefusal('matching_id_refused') }
  const blocks = await sql<Block>`${blockOf(enterpriseId, { eid, tacs })}`.execute(db)
  const [block] = blocks.rows
  if (block) return { refusal: blockedRefusal(block.kind), blockId: block.id }
  const closed = whyClosed(pool, at)
  if (closed !== undefined) return { refusal: noProfile(closed) }
  const claimed = await claimProfile(db, { enterpriseId, pool, eid, trust, at, until })
  if (typeof claimed === 'string') return { refusal: shortages[claimed](trust) }
  const { profileId, state } = claimed
  return { share: { enterpriseId, poolId: pool.id, profileId, eid }, state, pool }
}

/** Devices that the enterprise account keeps out; their attempts are not counted. */
export function blockedRefusal(kind: Block['kind']): RspRefusal {
  const message = 'This device is blocked from downloading. Please ask whoever gave you the activation code.'
  if (kind === 'TAC') return new RspRefusal('profile_not_eligible', { message, detail: 'its TAC is blocked' })
  return new RspRefusal('eid_refused', { message, detail: `its ${kind} is blocked` })
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
