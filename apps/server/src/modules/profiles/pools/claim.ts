import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { ActivationCodeId, EnterpriseId, PoolId, ProfileId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { JoinedSql } from '../lifecycle/service.ts'
import { takeRoom } from './use.ts'

/** The pool of an activation code. */
export type Pool = {
  id: string
  kind: 'campaign' | 'rotation'
  phase: 'DRAFT' | 'LIVE' | 'PAUSED' | 'ENDED'
  starts_at: Date | null
  ends_at: Date | null
  cap: number | null
  device_limit: number
  max_attempts: number
  /** State of the code that the device uses. */
  code_state: 'LIVE' | 'EXPIRED' | 'DEAD'
  /** The profile of the code; null: the code of a campaign. */
  own_profile_id: string | null
  activation_code_id: string
  sealed_confirmation: Buffer | null
}

type PoolValues = { enterpriseId: EnterpriseId; activationCodeId: ActivationCodeId; joined: JoinedSql }

const poolStatement = shapedStatement(
  'select pool of code',
  ({ enterpriseId, activationCodeId, joined }: PoolValues) => sql`
    select p.id, p.kind, p.phase, p.starts_at, p.ends_at, p.cap, p.device_limit, p.max_attempts,
      c.state as code_state, c.profile_id as own_profile_id, c.id as activation_code_id, c.sealed_confirmation,
      ${joined.columns}
    from activation_code c join pool p on p.enterprise_id = c.enterprise_id and p.id = c.pool_id ${joined.from}
    where c.enterprise_id = ${enterpriseId} and c.id = ${activationCodeId}`,
  { shapes: [{ joined: { columns: sql`null as joined`, from: sql`` } }] },
)

/** @param joined columns of the caller's own tables, read in the same statement, as in `lockCode` of the lifecycle */
export async function selectPool<Joined>(db: TenantDb, values: PoolValues): Promise<(Pool & Joined) | undefined> {
  return (await poolStatement(db, values))[0] as (Pool & Joined) | undefined
}

export type ClaimRequest = {
  enterpriseId: EnterpriseId
  pool: Pool
  eid: string
  /** Whether the device's certificate is from a test CI. */
  trust: 'test' | 'live'
  at: Date
  /** The end of the reservation. */
  until: Date
}

/** `HELD`: reserved for the device; `TAKEN`: already delivered to it, but not installed. */
export type Claimed = { profileId: ProfileId; state: 'HELD' | 'TAKEN' }

/** Why no profile can be claimed. */
export type Shortage = 'attempts' | 'device-limit' | 'cap' | 'other-trust' | 'empty'

/**
 * Claims a profile for this device: the one that is reserved for it or was delivered to it, or else the next free one.
 * Locks device, room of the pool, member, in this order; skips members that another transaction has locked.
 */
export async function claimProfile(db: TenantDb, request: ClaimRequest): Promise<Claimed | Shortage> {
  const device = await countAttempt(db, request)
  const { enterpriseId, pool, eid } = request
  const members = await deviceMembersStatement(db, { enterpriseId, poolId: pool.id, eid })
  const open = members.find(
    ({ state, order_state: order }) => state === 'HELD' || order === 'Released' || order === 'Downloaded',
  )
  if (open?.state === 'TAKEN') return { profileId: open.profile_id, state: 'TAKEN' }
  if (device.attempts > request.pool.max_attempts || device.confirmation_failures >= MAX_CONFIRMATION_FAILURES)
    return 'attempts'
  let hasRoom = false
  if (open) {
    // a lapsed reservation does not count towards the cap, so it can be extended only below the cap
    const isReserved = open.held_until !== null && open.held_until > request.at
    hasRoom = !isReserved && (await isBelowCap(db, request))
    const isExtended = (isReserved || hasRoom) && (await extendReservation(db, request, open.profile_id))
    if (isExtended) return { profileId: open.profile_id, state: 'HELD' }
  }
  if (members.filter(({ state }) => state === 'TAKEN').length >= request.pool.device_limit) return 'device-limit'
  // room that was taken above is still there: asking again could wait for who waits for it
  if (!hasRoom && !(await isBelowCap(db, request))) return 'cap'
  const { own_profile_id: own } = request.pool
  const profileId =
    (own === null ? undefined : await reserve(db, request, 'own')) ??
    (await reserve(db, request, 'free')) ??
    (await reserve(db, request, 'lapsed'))
  if (profileId !== undefined) return { profileId, state: 'HELD' }
  return (await hasOtherTrust(db, request)) ? 'other-trust' : 'empty'
}

/** Wrong confirmation codes after which a device is refused under this code. */
export const MAX_CONFIRMATION_FAILURES = 5

type PoolDevice = Pick<ClaimRequest, 'enterpriseId' | 'eid' | 'at'> & { poolId: PoolId }

const countAttemptStatement = statement(
  'count attempt of device in campaign',
  ({ enterpriseId, poolId, eid, at }: PoolDevice) => sql`
    insert into pool_device as d (enterprise_id, pool_id, eid, attempts, first_seen_at, last_seen_at)
    values (${enterpriseId}, ${poolId}, ${eid}, 1, ${at}, ${at})
    on conflict (enterprise_id, pool_id, eid) do update set attempts = d.attempts + 1, last_seen_at = excluded.last_seen_at
    returning d.attempts, d.confirmation_failures`,
)

/** Counts the attempt and locks the device's row, so that two sessions of one device do not run concurrently. */
async function countAttempt(db: TenantDb, { pool, eid, at }: ClaimRequest) {
  return (await countAttemptStatement(db, { enterpriseId: db.enterpriseId, poolId: pool.id, eid, at }))[0]!
}

/** The profiles of the device in this pool. `order_state` is `gone` for one that was generated again since. */
const deviceMembersStatement = statement(
  'select profiles of device in campaign',
  ({ enterpriseId, poolId, eid }: Omit<PoolDevice, 'at'>) => sql`
    select m.profile_id, m.state, m.held_until, p.order_state, m.taken_at from pool_member m
    join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
    where m.enterprise_id = ${enterpriseId} and m.pool_id = ${poolId} and m.eid = ${eid} and m.state <> 'FREE'
    union all
    select profile_id, 'TAKEN', null, 'gone', taken_at from pool_past
    where enterprise_id = ${enterpriseId} and pool_id = ${poolId} and eid = ${eid}
    order by taken_at nulls first`,
  { present: ['profile_id', 'state', 'order_state'] },
)

const extendStatement = statement(
  'extend reservation',
  ({
    enterpriseId,
    profileId,
    eid,
    until,
  }: Pick<ClaimRequest, 'enterpriseId' | 'eid' | 'until'> & { profileId: ProfileId }) => sql`
    update pool_member set held_until = ${until}
    where enterprise_id = ${enterpriseId} and profile_id = ${profileId} and state = 'HELD' and eid = ${eid}
    returning profile_id`,
)

/** Extends the reservation, unless another device has the profile by now. */
async function extendReservation(db: TenantDb, { eid, until }: ClaimRequest, profileId: ProfileId): Promise<boolean> {
  return (await extendStatement(db, { enterpriseId: db.enterpriseId, profileId, eid, until })).length === 1
}

/** Whether delivered and reserved profiles are below the cap. It is read again when it may be exceeded. */
async function isBelowCap(db: TenantDb, { pool, at }: ClaimRequest): Promise<boolean> {
  return pool.cap === null || (await takeRoom(db, { enterpriseId: db.enterpriseId, poolId: pool.id, at }))
}

type Reserved = {
  enterpriseId: EnterpriseId
  poolId: PoolId
  ownProfileId: string | null
  eid: string
  trust: 'test' | 'live'
  at: Date
  until: Date
}

const reserveSql =
  (wanted: (values: Reserved) => RawBuilder<unknown>, order: RawBuilder<unknown>) => (values: Reserved) =>
    sql`
    with next as materialized (
      select m.profile_id from pool_member m
      join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
      join download_order o on o.enterprise_id = p.enterprise_id and o.activation_code_id = p.activation_code_id
      where m.enterprise_id = ${values.enterpriseId} and m.pool_id = ${values.poolId} and ${wanted(values)}
        and p.status = 'AVAILABLE' and p.order_state = 'Released' and p.eid is null
        and o.state = 'Released' and o.eid is null and o.device_trust = ${values.trust}
      order by ${order} limit 1 for update of m skip locked
    )
    update pool_member m set state = 'HELD', eid = ${values.eid}, held_until = ${values.until}
    from next where m.enterprise_id = ${values.enterpriseId} and m.profile_id = next.profile_id
    returning m.profile_id`

const reserveStatements = {
  own: statement(
    'reserve own profile of code',
    reserveSql(({ ownProfileId }) => sql`m.state = 'FREE' and m.profile_id = ${ownProfileId}`, sql`m.profile_id`),
    { planned: 'per call' },
  ),
  free: statement(
    'reserve free profile',
    reserveSql(() => sql`m.state = 'FREE'`, sql`m.profile_id`),
    { planned: 'per call' },
  ),
  lapsed: statement(
    'reserve profile of lapsed reservation',
    reserveSql(({ at }) => sql`m.state = 'HELD' and m.held_until <= ${at}`, sql`m.held_until`),
    { planned: 'per call' },
  ),
}

/**
 * Reserves the next profile: `own` that of the code, `free` any free one, `lapsed` one whose reservation has lapsed.
 */
async function reserve(
  db: TenantDb,
  request: ClaimRequest,
  which: 'own' | 'free' | 'lapsed',
): Promise<string | undefined> {
  const { enterpriseId, pool, eid, trust, at, until } = request
  const own = { poolId: pool.id as PoolId, ownProfileId: pool.own_profile_id }
  return (await reserveStatements[which](db, { enterpriseId, ...own, eid, trust, at, until }))[0]?.profile_id
}

const otherTrustStatement = statement(
  'select free profile of other devices',
  ({ enterpriseId, poolId, trust }: Pick<Reserved, 'enterpriseId' | 'poolId' | 'trust'>) => sql`
    select m.profile_id from pool_member m
    join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
    join download_order o on o.enterprise_id = p.enterprise_id and o.activation_code_id = p.activation_code_id
    where m.enterprise_id = ${enterpriseId} and m.pool_id = ${poolId} and m.state = 'FREE'
      and p.status = 'AVAILABLE' and o.state = 'Released' and o.device_trust <> ${trust} limit 1`,
  { planned: 'per call' },
)

/** Whether free profiles remain only for devices of the other kind of certificate. */
async function hasOtherTrust(db: TenantDb, { pool, trust }: ClaimRequest): Promise<boolean> {
  return (await otherTrustStatement(db, { enterpriseId: db.enterpriseId, poolId: pool.id as PoolId, trust })).length > 0
}
