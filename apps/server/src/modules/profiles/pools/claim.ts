import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { AlongSql } from '../lifecycle/service.ts'

/** A pool as the SM-DP+ finds it behind a code. */
export type Pool = {
  id: string
  kind: 'campaign' | 'rotation'
  phase: 'DRAFT' | 'LIVE' | 'PAUSED' | 'ENDED'
  starts_at: Date | null
  ends_at: Date | null
  cap: number | null
  device_limit: number
  max_attempts: number
  taken: number
  /** Of the code that the device asked for. */
  code_state: 'LIVE' | 'EXPIRED' | 'DEAD'
  /** The profile whose own code it is; null: a code for everybody. */
  own_profile_id: string | null
  activation_code_id: string
  sealed_confirmation: Buffer | null
}

/** @param along what the caller reads along of its own tables, as `lockCode` of the lifecycle does */
export async function selectPool<Along>(
  db: TenantDb,
  { enterpriseId, activationCodeId, along }: { enterpriseId: string; activationCodeId: string; along: AlongSql },
): Promise<(Pool & Along) | undefined> {
  const { rows } = await sql<Pool & Along>`
    select p.id, p.kind, p.phase, p.starts_at, p.ends_at, p.cap, p.device_limit, p.max_attempts, p.taken,
      c.state as code_state, c.profile_id as own_profile_id, c.id as activation_code_id, c.sealed_confirmation,
      ${along.columns}
    from activation_code c join pool p on p.enterprise_id = c.enterprise_id and p.id = c.pool_id ${along.from}
    where c.enterprise_id = ${enterpriseId} and c.id = ${activationCodeId}`.execute(db)
  return rows[0]
}

export type Asking = {
  enterpriseId: string
  pool: Pool
  eid: string
  /** Whether the device is under a test certificate issuer. */
  trust: 'test' | 'live'
  at: Date
  /** Until when the profile is kept for the device. */
  until: Date
}

/** `HELD`: kept for the device; `TAKEN`: handed out to it before, and not installed yet. */
export type Claimed = { profileId: string; state: 'HELD' | 'TAKEN' }

/** Why a device gets nothing. */
export type Shortage = 'attempts' | 'device-limit' | 'cap' | 'other-trust' | 'empty'

/**
 * The profile that this device is to download: the one that it was about to, or has, else the next that is free. Locks in
 * the order device, pool, member; a member that another transaction holds is passed over, so nobody waits for it.
 */
export async function claimProfile(db: TenantDb, asking: Asking): Promise<Claimed | Shortage> {
  const tries = await countAttempt(db, asking)
  const theirs = await selectTheirs(db, asking)
  const open = theirs.find(
    ({ state, order_state: order }) => state === 'HELD' || order === 'Released' || order === 'Downloaded',
  )
  if (open?.state === 'TAKEN') return { profileId: open.profile_id, state: 'TAKEN' }
  if (tries.attempts > asking.pool.max_attempts || tries.confirmation_failures >= MAX_CONFIRMATION_FAILURES)
    return 'attempts'
  if (open) {
    // what a device has left for too long counts no more, and another one may have its place under the cap
    const isKept = open.held_until !== null && open.held_until > asking.at
    const kept = (isKept || (await isBelowCap(db, asking))) && (await keep(db, asking, open.profile_id))
    if (kept) return { profileId: open.profile_id, state: 'HELD' }
  }
  if (theirs.filter(({ state }) => state === 'TAKEN').length >= asking.pool.device_limit) return 'device-limit'
  if (!(await isBelowCap(db, asking))) return 'cap'
  const { own_profile_id: own } = asking.pool
  const profileId =
    (own === null ? undefined : await take(db, asking, 'own')) ??
    (await take(db, asking, 'free')) ??
    (await take(db, asking, 'lapsed'))
  if (profileId !== undefined) return { profileId, state: 'HELD' }
  return (await hasOtherTrust(db, asking)) ? 'other-trust' : 'empty'
}

/** Wrong confirmation codes of one device until it gets nothing more under the code. */
export const MAX_CONFIRMATION_FAILURES = 5

/** Counts, and holds the device's row: two sessions of one device take turns. */
async function countAttempt(db: TenantDb, { enterpriseId, pool, eid, at }: Asking) {
  const { rows } = await sql<Row<'pool_device', 'attempts' | 'confirmation_failures'>>`
    insert into pool_device as d (enterprise_id, pool_id, eid, attempts, first_seen_at, last_seen_at)
    values (${enterpriseId}, ${pool.id}, ${eid}, 1, ${at}, ${at})
    on conflict (enterprise_id, pool_id, eid) do update set attempts = d.attempts + 1, last_seen_at = ${at}
    returning d.attempts, d.confirmation_failures`.execute(db)
  return rows[0]!
}

/** Also what it got and what was generated again since: `gone`. */
type Their = { profile_id: string; state: 'HELD' | 'TAKEN'; held_until: Date | null; order_state: string }

async function selectTheirs(db: TenantDb, { enterpriseId, pool, eid }: Asking): Promise<Their[]> {
  const { rows } = await sql<Their>`
    select m.profile_id, m.state, m.held_until, p.order_state, m.taken_at from pool_member m
    join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
    where m.enterprise_id = ${enterpriseId} and m.pool_id = ${pool.id} and m.eid = ${eid} and m.state <> 'FREE'
    union all
    select profile_id, 'TAKEN', null, 'gone', taken_at from pool_past
    where enterprise_id = ${enterpriseId} and pool_id = ${pool.id} and eid = ${eid}
    order by taken_at nulls first`.execute(db)
  return rows
}

/** Keeps the same profile for the device once more, unless another one has it meanwhile. */
async function keep(db: TenantDb, { enterpriseId, eid, until }: Asking, profileId: string): Promise<boolean> {
  const { rows } = await sql`
    update pool_member set held_until = ${until}
    where enterprise_id = ${enterpriseId} and profile_id = ${profileId} and state = 'HELD' and eid = ${eid}
    returning 1`.execute(db)
  return rows.length === 1
}

type HeldCount = { held: number }

/** With the pool locked, though not against those who only refer to it: what was handed out, and what is kept. */
async function isBelowCap(db: TenantDb, { enterpriseId, pool, at }: Asking): Promise<boolean> {
  if (pool.cap === null) return true
  const { rows } = await sql<Row<'pool', 'cap' | 'taken'>>`
    select cap, taken from pool where enterprise_id = ${enterpriseId} and id = ${pool.id} for no key update`.execute(db)
  const { cap, taken } = rows[0]!
  if (cap === null) return true
  if (taken >= cap) return false
  const held = await sql<HeldCount>`
    select count(*) as held from pool_member
    where enterprise_id = ${enterpriseId} and pool_id = ${pool.id} and state = 'HELD' and held_until > ${at}`.execute(
    db,
  )
  return taken + Number(held.rows[0]!.held) < cap
}

/** The next one that may be downloaded. Under a profile's own code it is that profile; at last what a device left behind. */
async function take(db: TenantDb, asking: Asking, which: 'own' | 'free' | 'lapsed'): Promise<string | undefined> {
  const { enterpriseId, pool, eid, trust, at, until } = asking
  const wanted = {
    own: sql`m.state = 'FREE' and m.profile_id = ${pool.own_profile_id}`,
    free: sql`m.state = 'FREE'`,
    lapsed: sql`m.state = 'HELD' and m.held_until <= ${at}`,
  }[which]
  const order = which === 'lapsed' ? sql`m.held_until` : sql`m.profile_id`
  const { rows } = await sql<Row<'pool_member', 'profile_id'>>`
    with next as materialized (
      select m.profile_id from pool_member m
      join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
      join download_order o on o.enterprise_id = p.enterprise_id and o.activation_code_id = p.activation_code_id
      where m.enterprise_id = ${enterpriseId} and m.pool_id = ${pool.id} and ${wanted}
        and p.status = 'AVAILABLE' and p.order_state = 'Released' and p.eid is null
        and o.state = 'Released' and o.eid is null and o.device_trust = ${trust}
      order by ${order} limit 1 for update of m skip locked
    )
    update pool_member m set state = 'HELD', eid = ${eid}, held_until = ${until}
    from next where m.enterprise_id = ${enterpriseId} and m.profile_id = next.profile_id
    returning m.profile_id`.execute(db)
  return rows[0]?.profile_id
}

/** Whether what is left is for devices of the other kind only. */
async function hasOtherTrust(db: TenantDb, { enterpriseId, pool, trust }: Asking): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pool_member m
    join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
    join download_order o on o.enterprise_id = p.enterprise_id and o.activation_code_id = p.activation_code_id
    where m.enterprise_id = ${enterpriseId} and m.pool_id = ${pool.id} and m.state = 'FREE'
      and p.status = 'AVAILABLE' and o.state = 'Released' and o.device_trust <> ${trust} limit 1`.execute(db)
  return rows.length > 0
}
