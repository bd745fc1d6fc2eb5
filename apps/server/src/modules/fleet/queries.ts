import type { ParsedInputOf } from '@simwright/contract'
import type * as fleet from '@simwright/contract/fleet'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import { COUNT_CAP, type Keyset, prefixRange } from '../../db/page.ts'

export type FleetQuery = ParsedInputOf<typeof fleet.list>
type Filter = FleetQuery['filter']
type Sort = NonNullable<FleetQuery['sort']>

const sortColumns = { createdAt: sql.ref('p.created_at'), iccid: sql.ref('p.iccid'), statusAt: sql.ref('p.status_at') }

/** Every identifier that a search may begin. */
const searched = ['p.iccid', 'p.imsi', 'p.eid', 'p.msisdn', 'p.matching_id'].map((name) => sql.ref(name))

function conditions(enterpriseId: string, filter: Filter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`p.enterprise_id = ${enterpriseId}`]
  const oneOf = (column: string, values: readonly string[] | undefined) => {
    if (values?.length) all.push(sql`${sql.ref(column)} in (${sql.join(values)})`)
  }
  oneOf('p.status', filter.status)
  oneOf('p.order_state', filter.orderState)
  oneOf('p.configuration_id', filter.configurationId ? [filter.configurationId] : undefined)
  oneOf('p.batch_id', filter.batchId ? [filter.batchId] : undefined)
  oneOf('p.protection', filter.protection ? [filter.protection] : undefined)
  oneOf('p.device_brand', filter.deviceBrand ? [filter.deviceBrand] : undefined)
  if (filter.createdFrom) all.push(sql`p.created_at >= ${new Date(filter.createdFrom)}`)
  if (filter.createdTo) all.push(sql`p.created_at < ${new Date(filter.createdTo)}`)
  const prefix = filter.search?.toUpperCase()
  if (prefix)
    all.push(
      sql`(${sql.join(
        searched.map((column) => prefixRange(column, prefix)),
        sql` or `,
      )})`,
    )
  return sql.join(all, sql` and `)
}

function after(keyset: Keyset | undefined, sort: Sort): RawBuilder<unknown> {
  if (!keyset) return sql``
  const value = sort.by === 'iccid' ? sql`${keyset.value}` : sql`${new Date(keyset.value)}::timestamptz`
  const compared = sort.direction === 'asc' ? sql`>` : sql`<`
  return sql`and (${sortColumns[sort.by]}, p.id) ${compared} (${value}, ${keyset.id}::uuid)`
}

export type ProfileRecord = {
  id: string
  iccid: string
  imsi: string
  msisdn: string | null
  eid: string | null
  spn: string
  status: string
  status_at: Date
  order_state: string
  order_state_at: Date
  matching_id: string
  activation_code_id: string
  protection: string | null
  region: string | null
  device_brand: string | null
  device_model: string | null
  notes: string | null
  configuration_id: string
  configuration_version: number
  configuration_name: string
  configuration_type: string
  batch_id: string
  batch_code: string
  downloads: number
  created_at: Date
  created_by_name: string
  confirmation_needed: boolean
}

/** The page first, from one index; names are joined to its rows only. */
const withNames = (page: RawBuilder<unknown>) => sql`
  select p.*, c.name as configuration_name, c.type as configuration_type, b.code as batch_code,
    coalesce(u.first_name || ' ' || u.last_name, '') as created_by_name,
    a.sealed_confirmation is not null as confirmation_needed
  from (${page}) p
  join profile_configuration c on c.enterprise_id = p.enterprise_id and c.id = p.configuration_id
  join batch b on b.enterprise_id = p.enterprise_id and b.id = p.batch_id
  join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
  left join user_account u on u.id = p.created_by`

/** `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectProfiles(
  db: TenantDb,
  enterpriseId: string,
  { filter, sort, limit, keyset }: { filter: Filter; sort: Sort; limit: number; keyset: Keyset | undefined },
): Promise<ProfileRecord[]> {
  const direction = sort.direction === 'asc' ? sql`asc` : sql`desc`
  const page = sql`
    select p.* from profile p where ${conditions(enterpriseId, filter)} ${after(keyset, sort)}
    order by ${sortColumns[sort.by]} ${direction}, p.id ${direction} limit ${limit + 1}`
  const { rows } = await sql<ProfileRecord>`
    ${withNames(page)} order by ${sortColumns[sort.by]} ${direction}, p.id ${direction}`.execute(db)
  return rows
}

/** Counts up to one more than the cap, so that a million rows cost no more than ten thousand. */
export async function countProfiles(db: TenantDb, enterpriseId: string, filter: Filter): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (
      select 1 from profile p where ${conditions(enterpriseId, filter)} limit ${COUNT_CAP + 1}) capped`.execute(db)
  return Number(rows[0]?.counted ?? 0)
}

export async function selectProfile(
  db: TenantDb,
  enterpriseId: string,
  id: string,
): Promise<ProfileRecord | undefined> {
  const page = sql`select * from profile where enterprise_id = ${enterpriseId} and id = ${id}`
  const { rows } = await sql<ProfileRecord>`${withNames(page)}`.execute(db)
  return rows[0]
}

export async function selectCodeAndOrder(db: TenantDb, enterpriseId: string, activationCodeId: string) {
  return await db
    .selectFrom('activation_code as a')
    .innerJoin('download_order as o', (join) =>
      join.onRef('o.enterprise_id', '=', 'a.enterprise_id').onRef('o.activation_code_id', '=', 'a.id'),
    )
    .select([
      'a.slug',
      'a.max_attempts',
      'a.max_redownloads',
      'a.expires_at',
      'o.attempts',
      'o.confirmation_failures',
      'o.device_trust',
      (eb) => eb.fn.countAll<number>().over().as('orders'),
    ])
    .where('a.enterprise_id', '=', enterpriseId)
    .where('a.id', '=', activationCodeId)
    .orderBy('o.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const eventColumns = [
  'e.id',
  'e.profile_id',
  'p.iccid',
  'e.type',
  'e.at',
  'e.actor',
  'e.address',
  'e.eid',
  'e.device',
  'e.subject_code',
  'e.reason_code',
  'e.detail',
] as const

function selectEvents(db: TenantDb, enterpriseId: string) {
  return db
    .selectFrom('profile_event as e')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.enterprise_id', '=', 'e.enterprise_id').onRef('p.id', '=', 'e.profile_id'),
    )
    .leftJoin('user_account as u', 'u.id', 'e.actor_id')
    .select([...eventColumns, sql<string | null>`u.first_name || ' ' || u.last_name`.as('actor_name')])
    .where('e.enterprise_id', '=', enterpriseId)
}

export type EventRecord = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number]

/** Newest first; event ids are UUIDv7, so they order by time. */
export async function selectTimeline(
  db: TenantDb,
  enterpriseId: string,
  { profileId, before, limit }: { profileId: string; before: string | undefined; limit: number },
): Promise<EventRecord[]> {
  let query = selectEvents(db, enterpriseId).where('e.profile_id', '=', profileId)
  if (before) query = query.where('e.id', '<', before)
  return await query
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export type LogFilter = ParsedInputOf<typeof fleet.profileLog>['filter']

function logConditions(enterpriseId: string, filter: LogFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`e.enterprise_id = ${enterpriseId}`]
  if (filter.type?.length) all.push(sql`e.type in (${sql.join(filter.type)})`)
  if (filter.from) all.push(sql`e.at >= ${new Date(filter.from)}`)
  if (filter.to) all.push(sql`e.at < ${new Date(filter.to)}`)
  if (filter.iccid)
    all.push(sql`e.profile_id in (
      select p2.id from profile p2
      where p2.enterprise_id = ${enterpriseId} and ${prefixRange(sql.ref('p2.iccid'), filter.iccid)})`)
  return sql.join(all, sql` and `)
}

export async function selectLog(
  db: TenantDb,
  enterpriseId: string,
  { filter, keyset, limit }: { filter: LogFilter; keyset: Keyset | undefined; limit: number },
): Promise<EventRecord[]> {
  let query = selectEvents(db, enterpriseId).where(sql<boolean>`${logConditions(enterpriseId, filter)}`)
  if (keyset)
    query = query.where(sql<boolean>`(e.at, e.id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`)
  return await query
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function countLog(db: TenantDb, enterpriseId: string, filter: LogFilter): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (
      select 1 from profile_event e where ${logConditions(enterpriseId, filter)} limit ${COUNT_CAP + 1}) capped`.execute(
    db,
  )
  return Number(rows[0]?.counted ?? 0)
}

/** What the public page of a code may show. */
export async function selectPublicCode(db: TenantDb, enterpriseId: string, activationCodeId: string) {
  return await db
    .selectFrom('activation_code as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.enterprise_id', '=', 'a.enterprise_id').onRef('p.id', '=', 'a.profile_id'),
    )
    .select(['a.state', 'a.matching_id', 'a.expires_at', 'p.spn', 'p.status', 'p.matching_id as current_matching_id'])
    .select(sql<boolean>`a.sealed_confirmation is not null`.as('confirmation_needed'))
    .where('a.enterprise_id', '=', enterpriseId)
    .where('a.id', '=', activationCodeId)
    .executeTakeFirst()
}
