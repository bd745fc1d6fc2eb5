import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { type Prepared, prepared } from '../../../db/prepared.ts'
import type { Row } from '../../../db/row.ts'
import type { LockedProfile, LockedRow } from './locked-profile.ts'

/*
 * The order of locks, everywhere: membership in a pool, activation code, order, profile; among many of one kind by id.
 * Two transactions that keep it can never wait for each other.
 */

const PROFILE_COLUMNS =
  sql.raw(`p.id as profile_id, p.iccid, p.status, p.order_state, p.eid, p.device_brand, p.downloads,
  p.notes, p.recycle_status, p.recycle_reason, p.recycle_at, p.recycle_begun_at, p.recycle_due_at`)

const CODE_COLUMNS = sql.raw(`p.imsi, p.msisdn, p.sample, p.configuration_id, p.configuration_version,
  a.id as activation_code_id, a.kind as code_kind, a.state as code_state, a.matching_id, a.sealed_confirmation,
  a.max_attempts, a.max_redownloads, a.allow_device_change, a.expires_at, a.issuer, a.orders,
  o.id as order_id, o.state as order_state, o.eid as order_eid, o.device_trust, o.attempts, o.confirmation_failures,
  o.charged_to, o.last_sequence, o.push_id, o.recycle_counter`)

const MEMBER_COLUMNS = sql.raw(
  'm.pool_id, q.kind as pool_kind, q.phase as pool_phase, m.state as member_state, m.own_expires_at',
)
const NO_MEMBER_COLUMNS = sql.raw(`null::uuid as pool_id, null::text as pool_kind, null::text as pool_phase,
  null::text as member_state, null::timestamptz as own_expires_at`)

/** Locks profiles alone, for what leaves their codes and orders as they are. @returns those that exist, by id */
export async function lockRows(
  db: TenantDb,
  enterpriseId: string,
  profileIds: readonly string[],
): Promise<LockedRow[]> {
  const { rows } = await sql<LockedRow>`
    select ${PROFILE_COLUMNS} from profile p
    where p.enterprise_id = ${enterpriseId} and p.id = any(${profileIds}::uuid[]) order by p.id for update`.execute(db)
  // a profile is moved into a group under its lock, so a group that is read after locking stays
  const groups = await selectGroups(db, enterpriseId, profileIds)
  return rows.map((row) => ({ ...row, group_id: groups.get(row.profile_id) ?? null }))
}

type Grouped = Row<'profile_place', 'profile_id'> & { group_id: string }

/** @returns the group of each profile that is in one */
export async function selectGroups(
  db: TenantDb,
  enterpriseId: string,
  profileIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<Grouped>`
    select profile_id, group_id from profile_place
    where enterprise_id = ${enterpriseId} and profile_id = any(${profileIds}::uuid[]) and group_id is not null`.execute(
    db,
  )
  return new Map(rows.map(({ profile_id, group_id }) => [profile_id, group_id]))
}

/** Locks profiles with everything that moves with them. @returns those that exist, by id */
export async function lockProfiles(
  db: TenantDb,
  enterpriseId: string,
  profileIds: readonly string[],
): Promise<LockedProfile[]> {
  // a profile that got another code while this transaction waited for the old one is locked again, with the new one
  for (let round = 1; ; round += 1) {
    const locked = await lockChain(db, enterpriseId, profileIds)
    const rows = await selectLocked(db, enterpriseId, profileIds)
    if (rows.every(({ order_id }) => locked.has(order_id))) return rows
    if (round === ROUNDS) throw new Error('profiles get new activation codes faster than they can be locked')
  }
}

const ROUNDS = 5

/** The same by ICCID. */
export async function lockByIccid(
  db: TenantDb,
  enterpriseId: string,
  iccids: readonly string[],
): Promise<LockedProfile[]> {
  const { rows } = await sql<Row<'profile', 'id'>>`
    select id from profile where enterprise_id = ${enterpriseId} and iccid = any(${iccids}::text[])`.execute(db)
  return await lockProfiles(
    db,
    enterpriseId,
    rows.map(({ id }) => id),
  )
}

/** One statement; each step begins when the one before it has all its locks. @returns the orders that are locked */
async function lockChain(
  db: TenantDb,
  enterpriseId: string,
  profileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const mine = sql`p.enterprise_id = ${enterpriseId} and p.id = any(${profileIds}::uuid[])`
  const after = (step: string) => sql`(select count(*) from ${sql.table(step)}) >= 0`
  const { rows } = await sql<Row<'download_order', 'id'>>`
    with members as materialized (
      select profile_id from pool_member where enterprise_id = ${enterpriseId} and profile_id = any(${profileIds}::uuid[])
      order by profile_id for update
    ), codes as materialized (
      select a.id from activation_code a
      where a.enterprise_id = ${enterpriseId} and ${after('members')}
        and a.id in (select p.activation_code_id from profile p where ${mine}) order by a.id for update of a
    ), orders as materialized (
      select o.id from download_order o
      where o.enterprise_id = ${enterpriseId} and ${after('codes')}
        and o.activation_code_id in (select p.activation_code_id from profile p where ${mine}) order by o.id for update of o
    ), profiles as materialized (
      select p.id from profile p where ${mine} and ${after('orders')} order by p.id for update of p
    )
    select id from orders where ${after('profiles')}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A statement of its own, which sees what others have committed while the locks were waited for. */
async function selectLocked(
  db: TenantDb,
  enterpriseId: string,
  profileIds: readonly string[],
): Promise<LockedProfile[]> {
  const { rows } = await sql<LockedProfile>`
    select ${PROFILE_COLUMNS}, ${CODE_COLUMNS}, ${MEMBER_COLUMNS}, g.group_id
    from profile p
    join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
    join download_order o on o.enterprise_id = a.enterprise_id and o.activation_code_id = a.id and o.number = a.orders
    left join pool_member m on m.enterprise_id = p.enterprise_id and m.profile_id = p.id
    left join pool q on q.enterprise_id = m.enterprise_id and q.id = m.pool_id
    left join profile_place g on g.enterprise_id = p.enterprise_id and g.profile_id = p.id
    where p.enterprise_id = ${enterpriseId} and p.id = any(${profileIds}::uuid[]) order by p.id`.execute(db)
  return rows
}

type Values = Readonly<Record<string, unknown>>

/** Columns of the caller's own tables, joined to the aliases `a` (code), `o` (order), `p` (profile). */
export type AlongSql = { columns: RawBuilder<unknown>; from: RawBuilder<unknown> }

/**
 * What the caller reads along. `name` identifies its SQL in the name of the prepared statement; `build` is called once for
 * all values, and uses each as a parameter.
 */
export type ReadAlong<V extends Values = Values> = {
  name: string
  values: V
  build(values: V & { enterpriseId: string }): AlongSql
}

export type Wanted = {
  enterpriseId: string
  /** Which code: by itself, or as the one that a profile has. */
  code: { activationCodeId: string } | { profileId: string } | { iccid: string }
  /** Its membership in a pool is locked and read, too. */
  membership?: 'with-membership'
  along?: readonly ReadAlong[]
}

/**
 * Locks one code with its current order and its profile, and reads them, in one statement. The code is locked first, so
 * devices that race for it queue up. @returns undefined when there is none
 */
export async function lockCode<E = unknown>(db: TenantDb, wanted: Wanted): Promise<(LockedProfile & E) | undefined> {
  const found = await selectForUpdate<E>(db, wanted)
  if (found !== 'moved on') return found
  // who held the lock has made another order meanwhile: a new statement sees it
  const again = await selectForUpdate<E>(db, wanted)
  return again === 'moved on' ? undefined : again
}

/** Without an order when the code has another one by now. */
type Locked = LockedProfile & { order_id: string | null }
type LockValues = Values & { enterpriseId: string; wanted: string }

async function selectForUpdate<E>(db: TenantDb, wanted: Wanted): Promise<(LockedProfile & E) | undefined | 'moved on'> {
  const { enterpriseId, code, along = [] } = wanted
  const own = { enterpriseId, wanted: Object.values(code)[0]! }
  const values: LockValues = Object.assign(own, ...along.map((one) => one.values))
  const [row] = await lockStatement(wanted)(db, values)
  return row && row.order_id === null ? 'moved on' : (row as (LockedProfile & E) | undefined)
}

const statements = new Map<string, Prepared<LockValues, Locked>>()

function lockStatement(wanted: Wanted): Prepared<LockValues, Locked> {
  const { code, membership = '', along = [] } = wanted
  const shape = [Object.keys(code)[0]!, membership, ...along.map(({ name }) => name)].filter(Boolean).join(' ')
  const known = statements.get(shape)
  if (known) return known
  const made = prepared<LockValues, Locked>(`lock ${shape}`, (values) => lockSql(wanted, values))
  statements.set(shape, made)
  return made
}

function lockSql({ code, membership, along = [] }: Wanted, values: LockValues): RawBuilder<Locked> {
  const { enterpriseId } = values
  const id = codeIdOf(code, values)
  const alongSql = along.map(({ build }) => build(values))
  const members = membership
    ? sql`m as materialized (
        select m.* from pool_member m where m.enterprise_id = ${enterpriseId} and m.profile_id = (
          select profile_id from activation_code where enterprise_id = ${enterpriseId} and id = ${id}) for update of m
      ),`
    : sql``
  const afterMembers = membership ? sql`and (select count(*) from m) >= 0` : sql``
  return sql<Locked>`
    with ${members} a as materialized (
      select * from activation_code where enterprise_id = ${enterpriseId} and id = ${id} ${afterMembers} for update
    ), o as materialized (
      select o.* from download_order o join a on o.enterprise_id = a.enterprise_id
        and o.activation_code_id = a.id and o.number = a.orders for update of o
    ), p as materialized (
      select p.* from profile p join o on p.enterprise_id = o.enterprise_id and p.id = o.profile_id for update of p
    )
    select ${PROFILE_COLUMNS}, ${CODE_COLUMNS}, ${membership ? MEMBER_COLUMNS : NO_MEMBER_COLUMNS}${sql.join(
      alongSql.map(({ columns }) => sql`, ${columns}`),
      sql``,
    )}
    from a left join o on true left join p on true
    ${membership ? sql`left join m on true left join pool q on q.enterprise_id = m.enterprise_id and q.id = m.pool_id` : sql``}
    ${sql.join(
      alongSql.map(({ from }) => from),
      sql` `,
    )}`
}

function codeIdOf(code: Wanted['code'], { enterpriseId, wanted }: LockValues): RawBuilder<unknown> {
  if ('activationCodeId' in code) return sql`${wanted}`
  const which = 'profileId' in code ? sql`id = ${wanted}` : sql`iccid = ${wanted}`
  return sql`(select activation_code_id from profile where enterprise_id = ${enterpriseId} and ${which})`
}
