import { type CardIccid, type Iccid, iccidKey } from '@simwright/ids'
import { sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { type Fragment, fragment } from '../../../db/fragment.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { Write } from '../../../db/write-together.ts'
import type { Effect } from './effect.ts'

/*
 * The directory of ICCIDs says which enterprise account has an ICCID on this platform. An account holds those that it has
 * reserved and not released. `iccid_count` counts the held ones that no device has downloaded, in the transaction that
 * changes them: after it has locked all its profiles, because a download locks the profile before the count.
 */

type Change = { enterpriseId: EnterpriseId; change: number }

/** More than PostgreSQL has connections. */
const SHARDS = 128

/**
 * SQL: a shard of the count that no other transaction has locked, so that a transaction seldom waits: that of the connection
 * or any other that exists, otherwise a random one, which most often is a new one.
 */
const freeShard = (enterpriseId: EnterpriseId): Fragment => fragment`coalesce(
  (select shard from iccid_count where enterprise_id = ${enterpriseId}::uuid
    and shard = (pg_backend_pid() % ${SHARDS}::integer)::smallint for update skip locked),
  (select shard from iccid_count where enterprise_id = ${enterpriseId}::uuid order by shard limit 1 for update skip locked),
  floor(random() * ${SHARDS}::integer)::smallint)`

const countStatement = statement(
  'count ICCIDs',
  ({ enterpriseId, change }: Change) => sql`
    insert into iccid_count as c (enterprise_id, shard, held)
    values (${enterpriseId}::uuid, ${freeShard(enterpriseId)}, ${change}::integer)
    on conflict (enterprise_id, shard) do update set held = c.held + excluded.held`,
)

/** Adds to the number of ICCIDs that the enterprise account holds. The caller locks no profile after this. */
export async function addToHeldIccids(db: SystemDb, enterpriseId: EnterpriseId, change: number): Promise<void> {
  if (change !== 0) await countStatement(db, { enterpriseId, change })
}

type Reserved = { enterpriseId: EnterpriseId; iccids: readonly Iccid[]; ids: readonly ProfileId[] }

const reserveStatement = statement(
  'reserve ICCIDs',
  ({ enterpriseId, iccids, ids }: Reserved) => sql`
    insert into iccid_directory as d (iccid, enterprise_id, profile_id)
    select r.iccid, ${enterpriseId}::uuid, r.id from unnest(${iccids}::text[], ${ids}::uuid[]) as r(iccid, id)
    where not exists (select from iccid_directory x where x.iccid = r.iccid and not x.released
      and (x.enterprise_id <> ${enterpriseId}::uuid or x.profile_id is not null))
    order by r.iccid
    on conflict (iccid) do update set enterprise_id = excluded.enterprise_id, released = false, downloaded = false,
      profile_id = coalesce(
        case when d.enterprise_id = excluded.enterprise_id then d.profile_id end,
        (d.earlier ->> excluded.enterprise_id::text)::uuid, excluded.profile_id),
      earlier = case when d.enterprise_id = excluded.enterprise_id or d.profile_id is null then d.earlier
        else d.earlier || jsonb_build_object(d.enterprise_id, d.profile_id) end
    where d.released or (d.enterprise_id = excluded.enterprise_id and d.profile_id is null)
    returning iccid, profile_id`,
)

/** What was reserved. */
type Reservation = {
  /** The keys of those that have no profile in the enterprise account. */
  free: ReadonlySet<Iccid>
  /** How many, with those that had a profile: the caller adds it to the held ones, as its last write. */
  count: number
}

/**
 * Reserves ICCIDs for new profiles, sorted, so that two batches never deadlock. Rows that do not change are not
 * locked, because a download locks the profile before the row. One that the enterprise account had
 * released, or that staff assigned to it, is reserved again: for the profile that it had, if there is one.
 */
export async function reserveIccids(
  db: TenantDb,
  profiles: readonly { iccidKey: Iccid; profileId: ProfileId }[],
): Promise<Reservation> {
  const iccids = profiles.map((profile) => profile.iccidKey)
  const ids = profiles.map(({ profileId }) => profileId)
  const rows = await reserveStatement(db, { enterpriseId: db.enterpriseId, iccids, ids })
  const added = new Set(ids)
  const free = rows.filter(({ profile_id }) => profile_id !== null && added.has(profile_id))
  return { free: new Set(free.map(({ iccid }) => iccid)), count: rows.length }
}

const countHeldStatement = statement(
  'count held ICCIDs',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select coalesce(sum(held), 0)::integer as held from iccid_count where enterprise_id = ${enterpriseId}`,
  { present: ['held'] },
)

/** How many ICCIDs the enterprise account holds that no device has downloaded. */
export async function countHeldIccids(db: TenantDb): Promise<number> {
  return (await countHeldStatement(db, { enterpriseId: db.enterpriseId }))[0]!.held
}

/** SQL: whether a reservation leaves a row of the directory as it is: the account holds it already, or another one does. */
export const isReserved = (enterpriseId: EnterpriseId) => condition`
  not released and (enterprise_id <> ${enterpriseId} or profile_id is not null)`

const reservedStatement = statement(
  'select reserved ICCIDs',
  ({ iccids, enterpriseId }: { iccids: readonly Iccid[]; enterpriseId: EnterpriseId }) => sql`
    select iccid from iccid_directory
    where iccid = any(${iccids}::text[]) and ${isReserved(enterpriseId)}`,
)

/** Those of the keys of ICCIDs that a reservation leaves as they are. */
export async function selectReserved(db: TenantDb, iccids: readonly Iccid[]): Promise<ReadonlySet<Iccid>> {
  return new Set((await reservedStatement(db, { iccids, enterpriseId: db.enterpriseId })).map(({ iccid }) => iccid))
}

/** The writes that record that devices have downloaded profiles for the first time. */
export function firstDownloadWrites(enterpriseId: EnterpriseId, effects: readonly Effect[]): Write[] {
  const first = effects.filter(({ before, event }) => event?.type === 'DOWNLOADED' && before.downloads === 0)
  if (first.length === 0) return []
  const iccids = first.map(({ before }) => iccidKey(before.iccid))
  const own = fragment`iccid = any(${iccids}::text[]) and enterprise_id = ${enterpriseId}::uuid and not downloaded`
  return [
    fragment`insert into iccid_count as c (enterprise_id, shard, held)
      select ${enterpriseId}::uuid, ${freeShard(enterpriseId)}, -count(*) from iccid_directory where ${own} and not released having count(*) > 0
      on conflict (enterprise_id, shard) do update set held = c.held + excluded.held`,
    fragment`update iccid_directory set downloaded = true where ${own}`,
  ]
}

/** A profile with its ICCID as on the card. */
type HeldProfile = { profile_id: ProfileId; iccid: CardIccid }

/** SQL: the rows of the directory that these profiles hold in the enterprise account. */
const heldBy = (enterpriseId: EnterpriseId, profiles: readonly HeldProfile[]) => sql`
  iccid = any(${profiles.map(({ iccid }) => iccidKey(iccid))}::text[]) and enterprise_id = ${enterpriseId}::uuid
  and profile_id = any(${profiles.map(({ profile_id: id }) => id)}::uuid[]) and not released`

const holdingStatement = shapedStatement(
  'select profiles that hold ICCIDs',
  ({ enterpriseId, profiles }: { enterpriseId: EnterpriseId; profiles: readonly HeldProfile[] }) => sql`
    select profile_id from iccid_directory where ${heldBy(enterpriseId, profiles)}`,
  { shapes: [{ profiles: [] }] },
)

/** Those of the profiles whose ICCIDs the enterprise account holds. */
export async function selectHolding(db: TenantDb, profiles: readonly HeldProfile[]): Promise<ReadonlySet<string>> {
  return new Set(
    (await holdingStatement(db, { enterpriseId: db.enterpriseId, profiles })).flatMap(({ profile_id: id }) => id ?? []),
  )
}

const releaseIccidsStatement = shapedStatement(
  'release ICCIDs',
  ({ enterpriseId, profiles }: { enterpriseId: EnterpriseId; profiles: readonly HeldProfile[] }) => sql`
    update iccid_directory set released = true where ${heldBy(enterpriseId, profiles)} and not downloaded
    returning iccid`,
  { shapes: [{ profiles: [] }] },
)

/**
 * Releases the ICCIDs of deleted profiles that no device has downloaded: any enterprise account can generate them.
 * @returns how many were released
 */
export async function releaseIccids(db: TenantDb, profiles: readonly HeldProfile[]): Promise<number> {
  const { enterpriseId } = db
  const rows = await releaseIccidsStatement(db, { enterpriseId, profiles })
  await addToHeldIccids(db, enterpriseId, -rows.length)
  return rows.length
}

type Move = { from: EnterpriseId; to: EnterpriseId; iccids: readonly Iccid[]; deleted: readonly ProfileId[] }

const assignStatement = statement(
  'assign ICCIDs',
  ({ from, to, iccids, deleted }: Move) => sql`
    with held as materialized (
      select iccid, profile_id is not null and not downloaded as was_held from iccid_directory
      where iccid = any(${iccids}::text[]) and enterprise_id = ${from}::uuid and not released
        and (profile_id is null or profile_id = any(${deleted}::uuid[]))
      order by iccid for update
    )
    update iccid_directory d set enterprise_id = ${to}::uuid, profile_id = null, downloaded = false,
      earlier = case when d.profile_id is null then d.earlier
        else d.earlier || jsonb_build_object(d.enterprise_id, d.profile_id) end
    from held where d.iccid = held.iccid
    returning d.iccid, held.was_held`,
)

/**
 * Assigns ICCIDs to another enterprise account, which alone can generate them from now on: those that have no profile, or
 * one of `deleted`, whose profiles must be locked.
 * @returns the keys of those that were assigned
 */
export async function assignIccids(
  db: SystemDb,
  { from, to }: { from: EnterpriseId; to: EnterpriseId },
  { iccids, deleted }: { iccids: readonly Iccid[]; deleted: readonly ProfileId[] },
): Promise<Iccid[]> {
  const rows = await assignStatement(db, { from, to, iccids, deleted })
  await addToHeldIccids(db, from, -rows.filter(({ was_held }) => was_held).length)
  return rows.map(({ iccid }) => iccid)
}

const returnIccidsStatement = statement(
  'return ICCIDs',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    update iccid_directory d set enterprise_id = back.enterprise_id, profile_id = back.profile_id, released = true,
      downloaded = false, earlier = d.earlier - back.enterprise_id::text
    from (
      select distinct on (x.iccid) x.iccid, e.enterprise_id, h.profile_id::uuid
      from iccid_directory x cross join lateral jsonb_each_text(x.earlier) h(enterprise_id, profile_id)
      join enterprise e on e.enterprise_id = h.enterprise_id::uuid
      where x.enterprise_id = ${enterpriseId} and e.enterprise_id <> ${enterpriseId}
      order by x.iccid, e.enterprise_id) back
    where d.iccid = back.iccid`,
)

/**
 * Returns the ICCIDs of an enterprise account that is being deleted to accounts that held them before: released, so any
 * account can generate them, but one that held them generates its old profile again.
 */
export async function returnIccids(db: SystemDb, enterpriseId: EnterpriseId): Promise<void> {
  await returnIccidsStatement(db, { enterpriseId })
}
