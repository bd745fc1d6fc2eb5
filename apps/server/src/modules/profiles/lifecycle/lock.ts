import { type Iccid, iccidForms } from '@simwright/ids'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import type { LastStatements } from '../../../db/dialect.ts'
import type { ActivationCodeId, EnterpriseId, PoolId, ProfileId } from '../../../db/row-id.ts'
import { type Statement, statement, statementOfFamily } from '../../../db/statement.ts'
import type { LockedProfile, LockedRow, UnlockedProfile } from './locked-profile.ts'

/*
 * The lock order, everywhere: pool membership, activation code, download order, profile; rows of one kind by id.
 * Transactions that follow it cannot deadlock.
 */

const PROFILE_COLUMNS = sql.raw(`p.id as profile_id, p.iccid, p.status, p.order_state, p.eid, p.device_brand,
  p.device_model, p.configuration_id, p.configuration_version, p.campaign_id, p.region, p.created_by, p.downloads, p.notes,
  p.recycle_status, p.recycle_reason, p.recycle_at, p.recycle_begun_at, p.recycle_due_at, p.keys_erased_at`)

const CODE_COLUMNS = sql.raw(`p.imsi, p.msisdn, p.sample,
  a.id as activation_code_id, a.kind as code_kind, a.state as code_state, a.matching_id, a.sealed_confirmation,
  a.max_attempts, a.max_redownloads, a.allow_device_change, a.expires_at, a.issuer, a.orders,
  o.id as order_id, o.state as order_state, o.eid as order_eid, o.device_trust, o.attempts, o.confirmation_failures,
  o.charged_to, o.enabled_at, o.last_sequence, o.push_id, o.recycle_counter, o.requester, o.smds_address,
  o.without_matching_id`)

const MEMBER_COLUMNS = sql.raw(
  'm.pool_id, q.kind as pool_kind, q.phase as pool_phase, m.state as member_state, m.own_expires_at',
)
const NO_MEMBER_COLUMNS = sql.raw(`null::uuid as pool_id, null::text as pool_kind, null::text as pool_phase,
  null::text as member_state, null::timestamptz as own_expires_at`)

type Profiles = { enterpriseId: EnterpriseId; profileIds: readonly string[] }

const lockRowsStatement = statement(
  'lock profiles',
  ({ enterpriseId, profileIds }: Profiles) => sql`
    select ${PROFILE_COLUMNS} from profile p
    where p.enterprise_id = ${enterpriseId} and p.id = any(${profileIds}::uuid[]) order by p.id for update`,
)

/**
 * Locks profiles without their codes and orders, for transitions that change neither.
 * @returns those that exist, by id
 */
export async function lockRows(db: TenantDb, profileIds: readonly string[]): Promise<LockedRow[]> {
  const rows = await lockRowsStatement(db, { enterpriseId: db.enterpriseId, profileIds })
  // the group changes only under the profile's lock, so reading it after locking is safe
  const groups = await selectGroups(db, profileIds)
  return rows.map((row) => ({ ...row, group_id: groups.get(row.profile_id) ?? null }))
}

const groupsStatement = statement(
  'select groups of profiles',
  ({ enterpriseId, profileIds }: Profiles) => sql`
    select profile_id, group_id from profile_place
    where enterprise_id = ${enterpriseId} and profile_id = any(${profileIds}::uuid[]) and group_id is not null`,
  { present: ['group_id'] },
)

/** @returns the group id by profile id, without profiles of no group */
export async function selectGroups(db: TenantDb, profileIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await groupsStatement(db, { enterpriseId: db.enterpriseId, profileIds })
  return new Map(rows.map(({ profile_id, group_id }) => [profile_id, group_id]))
}

/** Locks profiles with their pool memberships, codes and orders. @returns those that exist, by id */
export async function lockProfiles(
  db: SystemDb,
  enterpriseId: EnterpriseId,
  profileIds: readonly string[],
): Promise<LockedProfile[]> {
  // if a profile got a new code while this transaction waited for the old one, lock again, now the new code
  for (let round = 1; ; round += 1) {
    const chain = await lockChainStatement(db, { enterpriseId, profileIds })
    const locked = new Set<string>(chain.map(({ id }) => id))
    const rows = await lockedStatement(db, { enterpriseId, profileIds })
    if (rows.every(({ order_id }) => locked.has(order_id))) return rows
    if (round === ROUNDS_MAX) throw new Error('profiles get new activation codes faster than they can be locked')
  }
}

const ROUNDS_MAX = 5

const idsByIccidStatement = statement(
  'select profiles by ICCIDs',
  ({ enterpriseId, iccids }: { enterpriseId: EnterpriseId; iccids: readonly string[] }) => sql`
    select id from profile where enterprise_id = ${enterpriseId} and iccid = any(${iccids}::text[])`,
)

/** Like `lockProfiles`, by the keys of ICCIDs. */
export async function lockByIccid(db: TenantDb, keys: readonly Iccid[]): Promise<LockedProfile[]> {
  const { enterpriseId } = db
  const rows = await idsByIccidStatement(db, { enterpriseId, iccids: keys.flatMap(iccidForms) })
  return await lockProfiles(
    db,
    enterpriseId,
    rows.map(({ id }) => id),
  )
}

/**
 * One statement whose steps each wait until the previous step has all its locks.
 * @returns the ids of the locked orders
 */
const lockChainStatement = statement(
  'lock profiles with codes and orders',
  ({ enterpriseId, profileIds }: Profiles) => {
    const mine = sql`p.enterprise_id = ${enterpriseId} and p.id = any(${profileIds}::uuid[])`
    const after = (step: string) => sql`(select count(*) from ${sql.table(step)}) >= 0`
    return sql`
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
    select id from orders where ${after('profiles')}`
  },
)

/** A separate statement, because only a new snapshot sees what others committed while this one waited for locks. */
const lockedStatement = statement(
  'select locked profiles',
  ({ enterpriseId, profileIds }: Profiles) => sql`
    select ${PROFILE_COLUMNS}, ${CODE_COLUMNS}, ${MEMBER_COLUMNS}, g.group_id
    from profile p
    join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
    join download_order o on o.enterprise_id = a.enterprise_id and o.activation_code_id = a.id and o.number = a.orders
    left join pool_member m on m.enterprise_id = p.enterprise_id and m.profile_id = p.id
    left join pool q on q.enterprise_id = m.enterprise_id and q.id = m.pool_id
    left join profile_place g on g.enterprise_id = p.enterprise_id and g.profile_id = p.id
    where p.enterprise_id = ${enterpriseId} and p.id = any(${profileIds}::uuid[]) order by p.id`,
)

type Values = Readonly<Record<string, unknown>>

/** Columns of the caller's own tables, joined to the aliases `a` (code), `o` (order), `p` (profile), and `q` (pool) if the membership is read. */
export type JoinedSql = { columns: RawBuilder<unknown>; from: RawBuilder<unknown> }

/**
 * Columns that the caller reads in the same statement. `name` identifies the SQL in the name of the prepared statement;
 * `build` is called once and must use each value as a parameter.
 */
export type JoinedRead<V extends Values = Values> = {
  name: string
  values: V
  build(values: V & { enterpriseId: EnterpriseId }): JoinedSql
}

export type CodeLock = {
  enterpriseId: EnterpriseId
  /** The code by its id, or the current code of a profile; an ICCID by its key. */
  code: { activationCodeId: ActivationCodeId } | { profileId: ProfileId } | { iccid: Iccid }
  /** Also locks and reads the pool membership. */
  membership?: 'with-membership'
  joins?: readonly JoinedRead[]
}

/**
 * Locks and reads one code with its current order and its profile, in one statement. The code is locked first, so
 * concurrent devices queue for it. @returns undefined when there is no such code
 */
export async function lockCode<E = unknown>(db: TenantDb, lock: CodeLock): Promise<(LockedProfile & E) | undefined> {
  const found = await selectForUpdate<E>(db, lock)
  if (found !== 'order replaced') return found
  // the previous lock holder inserted another order: a new statement sees it
  const again = await selectForUpdate<E>(db, lock)
  return again === 'order replaced' ? undefined : again
}

/** `order_id` is null when the code has a newer order that the statement does not see. */
type Locked = LockedProfile & { order_id: string | null }
type LockValues = Values & { enterpriseId: EnterpriseId; codeKey: string }

async function selectForUpdate<E>(
  db: TenantDb,
  lock: CodeLock,
): Promise<(LockedProfile & E) | undefined | 'order replaced'> {
  const { enterpriseId, code, joins = [] } = lock
  const own = { enterpriseId, codeKey: Object.values(code)[0]! }
  const values: LockValues = Object.assign(own, ...joins.map((one) => one.values))
  const [row] = await lockStatement(lock)(db, values)
  return row && row.order_id === null ? 'order replaced' : (row as (LockedProfile & E) | undefined)
}

const statements = new Map<string, Statement<LockValues, Locked>>()

function lockStatement(lock: CodeLock): Statement<LockValues, Locked> {
  const { code, membership = '', joins = [] } = lock
  const name = [Object.keys(code)[0]!, membership, ...joins.map(({ name }) => name)].filter(Boolean).join(' ')
  const cached = statements.get(name)
  if (cached) return cached
  const made = statementOfFamily<LockValues, Locked>(`lock ${name}`, (values) => lockSql(lock, values))
  statements.set(name, made)
  return made
}

type UnlockedRead = {
  enterpriseId: EnterpriseId
  /** The code by its id, or that of a profile of this pool that no device has claimed. */
  code: { activationCodeId: ActivationCodeId } | { freeIn: PoolId }
  /** Also reads the pool membership. */
  membership?: 'with-membership' | undefined
  joins?: readonly JoinedRead[]
}

const reads = new Map<string, Statement<LockValues, UnlockedProfile>>()

/**
 * Reads a code with its current order and its profile, without locks, for `applyUnlocked`.
 * @returns undefined when there is no such code
 */
export async function readCode<E = unknown>(
  db: LastStatements,
  request: UnlockedRead,
): Promise<(UnlockedProfile & E) | undefined> {
  const { enterpriseId, code, membership, joins = [] } = request
  const name = [Object.keys(code)[0]!, membership ? 'member' : '', ...joins.map((one) => one.name)]
    .filter(Boolean)
    .join(' ')
  let read = reads.get(name)
  if (!read) {
    read = statementOfFamily<LockValues, UnlockedProfile>(`read ${name}`, (values) => readSql(request, values))
    reads.set(name, read)
  }
  const own = { enterpriseId, codeKey: Object.values(code)[0]! }
  const values: LockValues = Object.assign(own, ...joins.map((one) => one.values))
  return (await read(db, values))[0] as (UnlockedProfile & E) | undefined
}

/** Of so many free profiles of a pool, which are the first by id, concurrent readers choose at random, so that they seldom choose the same. */
const CHOICE = 512

/** SQL: the code of a free profile of the pool `codeKey`. */
const freeCode = ({ enterpriseId, codeKey }: LockValues) => sql`(
  select activation_code_id from profile where enterprise_id = ${enterpriseId} and id = (
    select profile_id from pool_member where enterprise_id = ${enterpriseId} and pool_id = ${codeKey} and state = 'FREE'
    order by profile_id
    offset floor(random() * (select count(*) from (select from pool_member
      where enterprise_id = ${enterpriseId} and pool_id = ${codeKey} and state = 'FREE' limit ${CHOICE}) f))::bigint
    limit 1))`

function readSql({ code, membership, joins = [] }: UnlockedRead, values: LockValues): RawBuilder<unknown> {
  const joinedSql = joins.map(({ build }) => build(values))
  return sql`
    select ${PROFILE_COLUMNS}, ${CODE_COLUMNS}, ${membership ? MEMBER_COLUMNS : NO_MEMBER_COLUMNS}, g.group_id,
      a.xmin::text as code_version,
      o.xmin::text as order_version, p.xmin::text as profile_version${sql.join(
        joinedSql.map(({ columns }) => sql`, ${columns}`),
        sql``,
      )}
    from activation_code a
    join download_order o on o.enterprise_id = a.enterprise_id and o.activation_code_id = a.id and o.number = a.orders
    join profile p on p.enterprise_id = o.enterprise_id and p.id = o.profile_id
    left join profile_place g on g.enterprise_id = p.enterprise_id and g.profile_id = p.id
    ${
      membership
        ? sql`left join pool_member m on m.enterprise_id = p.enterprise_id and m.profile_id = p.id
            left join pool q on q.enterprise_id = m.enterprise_id and q.id = m.pool_id`
        : sql``
    }
    ${sql.join(
      joinedSql.map(({ from }) => from),
      sql` `,
    )}
    where a.enterprise_id = ${values.enterpriseId}
      and a.id = ${'freeIn' in code ? freeCode(values) : sql`${values.codeKey}`}`
}

function lockSql({ code, membership, joins = [] }: CodeLock, values: LockValues): RawBuilder<unknown> {
  const { enterpriseId } = values
  const id = codeIdOf(code, values)
  const joinedSql = joins.map(({ build }) => build(values))
  const members = membership
    ? sql`m as materialized (
        select m.* from pool_member m where m.enterprise_id = ${enterpriseId} and m.profile_id = (
          select profile_id from activation_code where enterprise_id = ${enterpriseId} and id = ${id}) for update of m
      ),`
    : sql``
  const afterMembers = membership ? sql`and (select count(*) from m) >= 0` : sql``
  return sql`
    with ${members} a as materialized (
      select * from activation_code where enterprise_id = ${enterpriseId} and id = ${id} ${afterMembers} for update
    ), o as materialized (
      select o.* from download_order o join a on o.enterprise_id = a.enterprise_id
        and o.activation_code_id = a.id and o.number = a.orders for update of o
    ), p as materialized (
      select p.* from profile p join o on p.enterprise_id = o.enterprise_id and p.id = o.profile_id for update of p
    )
    select ${PROFILE_COLUMNS}, ${CODE_COLUMNS}, ${membership ? MEMBER_COLUMNS : NO_MEMBER_COLUMNS}${sql.join(
      joinedSql.map(({ columns }) => sql`, ${columns}`),
      sql``,
    )}
    from a left join o on true left join p on true
    ${membership ? sql`left join m on true left join pool q on q.enterprise_id = m.enterprise_id and q.id = m.pool_id` : sql``}
    ${sql.join(
      joinedSql.map(({ from }) => from),
      sql` `,
    )}`
}

function codeIdOf(code: CodeLock['code'], { enterpriseId, codeKey }: LockValues): RawBuilder<unknown> {
  if ('activationCodeId' in code) return sql`${codeKey}`
  const which = 'profileId' in code ? sql`id = ${codeKey}` : sql`iccid in (${codeKey}, left(${codeKey}, 19))`
  return sql`(select activation_code_id from profile where enterprise_id = ${enterpriseId} and ${which})`
}
