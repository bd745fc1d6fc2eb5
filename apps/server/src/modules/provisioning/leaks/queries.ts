import { type LeakKind, type LeakState, PAGE_NETWORKS_MAX } from '@simwright/contract/provisioning/leak'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { textOf } from '../../../db/expression.ts'
import type { ActivationCodeId, EnterpriseId, ProfileId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

/** An event is committed within this time after it happened: what was read is read again for so long. */
const LATE = sql.lit('5 minutes')

/** Events of a device that tries a code. */
const TRIES = sql`('AUTHENTICATED', 'DOWNLOADED', 'REFUSED', 'SESSION_CANCELED', 'ERROR')`

/** SQL: the network of an address, so wide that two of them are far from each other: /16 of IPv4, /32 of IPv6. */
const wideNetwork = (address: RawBuilder<unknown>) => sql`case when ${address} like '%.%'
  then split_part(split_part(${address}, '.', 1), ':', -1) || '.' || split_part(${address}, '.', 2)
  else split_part(${address}, ':', 1) || ':' || split_part(${address}, ':', 2) end`

const dueStatement = statement(
  'select accounts with news for leak watch',
  ({ first }: { first: Date }) => sql`
    select e.enterprise_id from enterprise e
    left join code_leak_feed f on f.enterprise_id = e.enterprise_id
    cross join lateral (
      select coalesce(f.read_to - interval '1 minute', ${first}::timestamptz) as at) since
    where coalesce((select v.at from profile_event v where v.enterprise_id = e.enterprise_id
        order by v.at desc limit 1) > since.at, false)
      or coalesce((select n.at from code_page_network n where n.enterprise_id = e.enterprise_id
        order by n.at desc limit 1) > since.at, false)`,
)

/** Enterprise accounts in which something has happened since a minute before they were read, or since `first`. */
export async function selectAccountsWithNews(db: SystemDb, first: Date): Promise<EnterpriseId[]> {
  return (await dueStatement(db, { first })).map(({ enterprise_id: id }) => id)
}

/** How far the events of the account were read; undefined: never. */
export async function selectReadTo(db: TenantDb): Promise<Date | undefined> {
  const row = await db
    .selectFrom('code_leak_feed')
    .select('read_to')
    .where('enterprise_id', '=', db.enterpriseId)
    .executeTakeFirst()
  return row?.read_to
}

export async function upsertReadTo(db: TenantDb, at: Date): Promise<void> {
  await db
    .insertInto('code_leak_feed')
    .values({ enterprise_id: db.enterpriseId, read_to: at })
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet({ read_to: at }))
    .execute()
}

type Window = { from: Date; begins: Date; least: number }

const devicesStatement = statement(
  'select codes that many devices try',
  ({ enterpriseId, from, begins, least }: Window & { enterpriseId: EnterpriseId }) => sql`
    with tried as (
      select distinct e.profile_id from profile_event e
      where e.enterprise_id = ${enterpriseId} and e.at > ${from}::timestamptz - interval ${LATE}
        and e.type in ${TRIES} and e.eid is not null
    )
    select p.id, p.iccid, p.matching_id, x.value
    from tried t
    join profile p on p.enterprise_id = ${enterpriseId} and p.id = t.profile_id and not p.sample and not p.removed
    join activation_code c on c.enterprise_id = p.enterprise_id and c.profile_id = p.id and c.matching_id = p.matching_id
      and c.kind = 'single'
    cross join lateral (
      select count(distinct e.eid)::int as value from profile_event e
      where e.enterprise_id = ${enterpriseId} and e.profile_id = t.profile_id and e.at > ${begins}
        and e.type in ${TRIES} and e.at >= coalesce((select max(g.at) from profile_event g
          where g.enterprise_id = ${enterpriseId} and g.profile_id = t.profile_id and g.type = 'GENERATED_AGAIN'),
          '-infinity')) x
    where x.value >= ${least} order by p.id`,
  { present: ['id', 'iccid', 'matching_id', 'value'], planned: 'per call' },
)

const networksStatement = statement(
  'select codes that many networks try',
  ({ enterpriseId, from, begins, least }: Window & { enterpriseId: EnterpriseId }) => sql`
    with tried as (
      select e.profile_id from profile_event e
      where e.enterprise_id = ${enterpriseId} and e.at > ${from}::timestamptz - interval ${LATE}
        and e.type in ${TRIES} and e.address is not null
      union
      select a.profile_id from code_page_network n
      join activation_code a on a.enterprise_id = n.enterprise_id and a.id = n.activation_code_id
      where n.enterprise_id = ${enterpriseId} and n.at > ${from}::timestamptz - interval ${LATE}
    )
    select p.id, p.iccid, p.matching_id, x.value
    from tried t
    join profile p on p.enterprise_id = ${enterpriseId} and p.id = t.profile_id and not p.sample and not p.removed
    join activation_code c on c.enterprise_id = p.enterprise_id and c.profile_id = p.id and c.matching_id = p.matching_id
      and c.kind = 'single'
    cross join lateral (select coalesce((select max(g.at) from profile_event g
      where g.enterprise_id = ${enterpriseId} and g.profile_id = t.profile_id and g.type = 'GENERATED_AGAIN'),
      '-infinity') as at) generated
    cross join lateral (
      select count(distinct w.network)::int as value from (
        select ${wideNetwork(sql`e.address`)} as network from profile_event e
        where e.enterprise_id = ${enterpriseId} and e.profile_id = t.profile_id and e.at > ${begins}
          and e.at >= generated.at and e.type in ${TRIES}
        union all
        select n.network from code_page_network n
        where n.enterprise_id = ${enterpriseId} and n.activation_code_id = c.id and n.at > ${begins}
          and n.at >= generated.at) w) x
    where x.value >= ${least} order by p.id`,
  { present: ['id', 'iccid', 'matching_id', 'value'], planned: 'per call' },
)

export type TriedCode = { id: ProfileId; iccid: string; matching_id: string; value: number }

/**
 * Codes of one profile that something tried since `from`, and at least so many devices or networks since `begins`, or since
 * the code was replaced.
 */
export async function selectTried(db: TenantDb, kind: LeakKind, window: Window): Promise<TriedCode[]> {
  const { enterpriseId } = db
  const select = kind === 'CODE_DEVICES' ? devicesStatement : networksStatement
  return (await select(db, { ...window, enterpriseId })) as TriedCode[]
}

export type FoundLeak = { id: string; profileId: string; matchingId: string; value: number; level: number }

type Finding = { kind: LeakKind; hours: number; begins: Date; at: Date; found: readonly FoundLeak[] }

const upsertStatement = statement(
  'upsert suspected leaks',
  ({
    enterpriseId,
    kind,
    hours,
    begins,
    at,
    ids,
    profileIds,
    matchingIds,
    values,
    levels,
  }: Omit<Finding, 'found'> & {
    enterpriseId: EnterpriseId
    ids: readonly string[]
    profileIds: readonly string[]
    matchingIds: readonly string[]
    values: readonly number[]
    levels: readonly number[]
  }) => sql`
    insert into code_leak as l (enterprise_id, profile_id, kind, id, matching_id, value, level, hours, found_at)
    select ${enterpriseId}, n.profile_id, ${kind}, n.id, n.matching_id, n.value, n.level, ${hours}, ${at}
    from unnest(${ids}::uuid[], ${profileIds}::uuid[], ${matchingIds}::text[], ${values}::integer[], ${levels}::integer[])
      n(id, profile_id, matching_id, value, level)
    order by n.profile_id
    on conflict (enterprise_id, profile_id, kind) do update set id = excluded.id, matching_id = excluded.matching_id,
      value = excluded.value, level = excluded.level, hours = excluded.hours, found_at = excluded.found_at,
      dismissed_at = null, dismissed_by = null
    where l.matching_id <> excluded.matching_id
      or (l.dismissed_at is null and (excluded.level > l.level or l.found_at <= ${begins}))
    returning l.profile_id`,
)

/**
 * Stores what was found. @returns the profiles of which it is news: not those whose code was dismissed, nor those that were
 * notified at the same level within the window
 */
export async function upsertLeaks(db: TenantDb, { found, ...finding }: Finding): Promise<Set<string>> {
  const rows = await upsertStatement(db, {
    ...finding,
    enterpriseId: db.enterpriseId,
    ids: found.map(({ id }) => id),
    profileIds: found.map(({ profileId }) => profileId),
    matchingIds: found.map(({ matchingId }) => matchingId),
    values: found.map(({ value }) => value),
    levels: found.map(({ level }) => level),
  })
  return new Set(rows.map(({ profile_id }) => profile_id as string))
}

const newestStatement = statement(
  'select newest devices of suspected codes',
  ({ enterpriseId, ids, begins }: { enterpriseId: EnterpriseId; ids: readonly string[]; begins: Date }) => sql`
    select distinct on (e.profile_id) e.profile_id, e.eid from profile_event e
    join profile p on p.enterprise_id = e.enterprise_id and p.id = e.profile_id
    where e.enterprise_id = ${enterpriseId} and e.profile_id = any(${ids}::uuid[]) and e.at > ${begins}
      and e.type in ${TRIES} and e.eid is not null and e.eid is distinct from p.eid
    order by e.profile_id, e.at desc, e.id desc`,
  { present: ['eid'] },
)

/** The EIDs of the devices that tried the codes last and do not have the profile, by profile. */
export async function selectNewestDevices(
  db: TenantDb,
  { ids, begins }: { ids: readonly ProfileId[]; begins: Date },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await newestStatement(db, { enterpriseId: db.enterpriseId, ids, begins })
  return new Map(rows.map(({ profile_id: id, eid }) => [id, eid]))
}

const STATE = textOf`case when l.matching_id <> p.matching_id then 'REPLACED'
  when l.dismissed_at is not null then 'DISMISSED' else 'SUSPECTED' end`

type Filter = { profileId?: string | undefined; state?: readonly LeakState[] | undefined }

const leaksOf = (db: TenantDb, { profileId, state }: Filter) =>
  db
    .selectFrom('code_leak as l')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.enterprise_id', '=', 'l.enterprise_id').onRef('p.id', '=', 'l.profile_id'),
    )
    .where('l.enterprise_id', '=', db.enterpriseId)
    .where('p.removed', '=', false)
    .$if(profileId !== undefined, (query) => query.where('l.profile_id', '=', profileId! as ProfileId))
    .$if(state !== undefined && state.length > 0, (query) => query.where(STATE, 'in', [...state!]))

type Page = { filter: Filter; before: { at: Date; id: string } | undefined; limit: number }

/** Up to `limit + 1` suspected leaks, newest first. */
export async function selectLeaks(db: TenantDb, { filter, before, limit }: Page) {
  return await leaksOf(db, filter)
    .select(['l.id', 'l.profile_id', 'p.iccid', 'l.kind', 'l.value', 'l.hours', 'l.found_at', 'l.dismissed_at'])
    .select(STATE.as('state'))
    .select(textOf`coalesce(${nameOfUser('l.dismissed_by')}, '')`.as('dismissed_by_name'))
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple('l.found_at', 'l.id'), '<', tuple(before!.at, before!.id))),
    )
    .orderBy('l.found_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function countLeaks(db: TenantDb, filter: Filter, cap: number): Promise<number> {
  const rows = await leaksOf(db, filter)
    .select('l.id')
    .limit(cap + 1)
    .execute()
  return rows.length
}

/** Dismisses what is suspected of the code that the profile has. @returns how many suspicions */
export async function dismissLeaks(
  db: TenantDb,
  { profileId, matchingId, userId, at }: { profileId: string; matchingId: string; userId: UserId; at: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('code_leak')
    .set({ dismissed_at: at, dismissed_by: userId })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('profile_id', '=', profileId as ProfileId)
    .where('matching_id', '=', matchingId)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The profile, if the caller sees it. */
export async function selectCode(db: TenantDb, profileId: string) {
  return await db
    .selectFrom('profile')
    .select(['id', 'iccid', 'matching_id'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', profileId as ProfileId)
    .where('removed', '=', false)
    .executeTakeFirst()
}

type Visit = { activationCodeId: ActivationCodeId; address: string; at: Date }

const visitStatement = statement(
  'store network of visitor of code page',
  ({ enterpriseId, activationCodeId, address, at, max }: Visit & { enterpriseId: EnterpriseId; max: number }) => sql`
    insert into code_page_network as n (enterprise_id, activation_code_id, network, at)
    select ${enterpriseId}, ${activationCodeId}, coalesce(${wideNetwork(sql`${address}::text`)}, ''), ${at}
    where (select count(*) from code_page_network o
      where o.enterprise_id = ${enterpriseId} and o.activation_code_id = ${activationCodeId}) < ${max}
    on conflict (enterprise_id, activation_code_id, network) do update set at = excluded.at
    where n.at < excluded.at - interval '1 hour'`,
)

/** Stores the network from which the public page of a code was opened, up to a number of networks for each code. */
export async function insertPageNetwork(db: TenantDb, visit: Visit): Promise<void> {
  await visitStatement(db, { ...visit, enterpriseId: db.enterpriseId, max: PAGE_NETWORKS_MAX })
}
