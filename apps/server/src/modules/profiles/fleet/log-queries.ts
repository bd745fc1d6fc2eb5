import type { EventFilter } from '@simwright/contract/profiles/fleet'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { condition, textOf } from '../../../db/expression.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import { countCapped, iccidRange, type Keyset, prefixRange } from '../../../db/page.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import type { ProfileEventTable } from '../../../db/tables.gen.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'
import { selectCombinations } from '../lifecycle/service.ts'
import { areSamplesHidden } from './queries.ts'

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
  'e.text_id',
  'e.text_values',
  'e.message_id',
  'e.rule_id',
] as const

type Event = Selectable<ProfileEventTable>

const everyEvent = sql`profile_event`.$castTo<Event>()

/** Also of a deleted rule; empty if there is none. Members who see only some groups see no rules. */
const nameOfRule = textOf`select r.name from rule r where r.enterprise_id = e.enterprise_id and r.id = e.rule_id`

/** @param events the table, or a subquery with its rows */
function selectEvents(db: TenantDb, events = everyEvent) {
  return db
    .selectFrom(events.as('e'))
    .innerJoin('profile as p', (join) =>
      join.onRef('p.enterprise_id', '=', 'e.enterprise_id').onRef('p.id', '=', 'e.profile_id'),
    )
    .select([...eventColumns, nameOfUser('e.actor_id').as('actor_name'), nameOfRule.as('rule_name')])
    .where('e.enterprise_id', '=', db.enterpriseId)
}

export type EventRecord = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number]

/** A page of the events of a profile by its number, newest first. A profile has at most a few hundred. */
export async function selectTimelinePage(
  db: TenantDb,
  { profileId, offset, limit }: { profileId: ProfileId; offset: number; limit: number },
): Promise<{ rows: EventRecord[]; total: number }> {
  const rows = await selectEvents(db)
    .where('e.profile_id', '=', profileId)
    .orderBy('e.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const counted = await db
    .selectFrom('profile_event')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow()
  return { rows, total: counted.total }
}

/** Newest first; event ids are UUIDv7, so they order by time. */
export async function selectTimeline(
  db: TenantDb,
  { profileId, before, limit }: { profileId: ProfileId; before: string | undefined; limit: number },
): Promise<EventRecord[]> {
  let query = selectEvents(db).where('e.profile_id', '=', profileId)
  if (before) query = query.where('e.id', '<', before)
  return await query
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute()
}

type EqualColumn =
  | 'group_id'
  | 'campaign_id'
  | 'configuration_id'
  | 'configuration_version'
  | 'device_brand'
  | 'device_model'
  | 'region'
  | 'member_id'
  | 'repeated'

/** The filters that compare one column of an event; null is no value. */
const equalColumns = {
  groupId: 'group_id',
  campaignId: 'campaign_id',
  configurationId: 'configuration_id',
  configurationVersion: 'configuration_version',
  brand: 'device_brand',
  model: 'device_model',
  region: 'region',
  memberId: 'member_id',
  repeated: 'repeated',
} as const satisfies Partial<Record<keyof EventFilter, EqualColumn>>

/** The columns that share an index. */
const originColumns: readonly EqualColumn[] = [
  'campaign_id',
  'configuration_id',
  'configuration_version',
  'region',
  'member_id',
]

type LogFilter = {
  filter: EventFilter
  samples: 'listed' | 'hidden'
  /** The combinations of `originColumns` that the filter allows; undefined: all. */
  origins: readonly string[] | undefined
}

/** Events of sample data are hidden once there are real profiles, as figures do not count them; a search finds them. */
export async function resolveLog(db: TenantDb, filter: EventFilter): Promise<LogFilter> {
  const isSearch = Boolean(filter.iccid || filter.eid)
  const samples = !isSearch && (await areSamplesHidden(db)) ? 'hidden' : 'listed'
  return { filter, samples, origins: await originsOf(db, filter) }
}

async function originsOf(db: TenantDb, filter: EventFilter): Promise<LogFilter['origins']> {
  const all = equalConditions(filter, 'p').filter(({ column, value }) => isOfOrigin(column, value))
  if (all.length === 0) return undefined
  const condition = sql.join(
    all.map(({ is }) => is),
    sql` and `,
  )
  const found = await selectCombinations(db, { name: 'eventOrigin', condition })
  return found.map(({ hash }) => hash)
}

/** Whether events have a device brand is part of the origin; which one is not. */
const isOfOrigin = (column: EqualColumn, value: unknown) =>
  originColumns.includes(column) || (column === 'device_brand' && value === null)

type EqualCondition = { column: EqualColumn; value: unknown; is: RawBuilder<unknown> }

/** The conditions on single columns of the row with this alias. */
function equalConditions(filter: EventFilter, alias: string): EqualCondition[] {
  return (Object.keys(equalColumns) as (keyof typeof equalColumns)[]).flatMap((name) => {
    const value = filter[name]
    if (value === undefined) return []
    const column = equalColumns[name]
    const at = sql.ref(`${alias}.${column}`)
    return [{ column, value, is: value === null ? sql`${at} is null` : sql`${at} = ${value}` }]
  })
}

function logConditions(enterpriseId: EnterpriseId, { filter, samples, origins }: LogFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`e.enterprise_id = ${enterpriseId}`]
  if (filter.type?.length) all.push(sql`e.type in (${sql.join(filter.type)})`)
  if (filter.actor?.length) all.push(sql`e.actor in (${sql.join(filter.actor)})`)
  if (filter.eid) all.push(prefixRange(sql.ref('e.eid'), filter.eid))
  if (filter.from) all.push(sql`e.at >= ${new Date(filter.from)}`)
  if (filter.to) all.push(sql`e.at < ${new Date(filter.to)}`)
  for (const { column, value, is } of equalConditions(filter, 'e'))
    if (origins === undefined || !isOfOrigin(column, value)) all.push(is)
  if (filter.reason !== undefined) all.push(reasonCondition(filter.reason))
  if (filter.iccid)
    all.push(sql`e.profile_id in (
      select p2.id from profile p2
      where p2.enterprise_id = ${enterpriseId} and ${iccidRange(sql.ref('p2.iccid'), filter.iccid)})`)
  if (samples === 'hidden')
    all.push(
      sql`e.profile_id not in (select p3.id from profile p3 where p3.enterprise_id = ${enterpriseId} and p3.sample)`,
    )
  return sql.join(all, sql` and `)
}

function reasonCondition(reason: string | null): RawBuilder<unknown> {
  if (reason === null) return sql`e.subject_code is null`
  const [subject, code] = reason.split('/')
  return sql`e.subject_code = ${subject} and e.reason_code = ${code}`
}

export async function selectLog(
  db: TenantDb,
  { keyset, limit, ...listed }: LogFilter & { keyset: Keyset | undefined; limit: number },
): Promise<EventRecord[]> {
  const { enterpriseId } = db
  const after = keyset ? sql`and (e.at, e.id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)` : sql``
  const where = sql`${logConditions(enterpriseId, listed)} ${after}`
  const { origins } = listed
  // events of a limited member's former profiles are not listed, so the newest of each origin may be too few
  const query =
    origins && !groupLimitIn(enterpriseId)
      ? selectEvents(db, newestOfEach(enterpriseId, origins, { where, limit }))
      : selectEvents(db).where(condition`${where} ${isOfOrigins(origins)}`)
  return await query
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute()
}

const isOfOrigins = (origins: LogFilter['origins']) => (origins ? sql`and e.origin = any(${origins}::uuid[])` : sql``)

/** The newest events of these origins, merged from the index of origins, which has those of each in the order of the log. */
const newestOfEach = (
  enterpriseId: EnterpriseId,
  origins: readonly string[],
  { where, limit }: { where: RawBuilder<unknown>; limit: number },
) =>
  sql`(
  with found as materialized (
    select its.origin, e.at, e.id from unnest(${origins}::uuid[]) its(origin) cross join lateral (
      select e.at, e.id from profile_event e where e.origin = its.origin and ${where}
      order by e.at desc, e.id desc limit ${limit + 1}) e
    order by e.at desc, e.id desc limit ${limit + 1}
  )
  select e.* from found join profile_event e on e.enterprise_id = ${enterpriseId} and e.origin = found.origin
    and e.at = found.at and e.id = found.id)`.$castTo<Event>()

/** The log lists events with their profile; a limited member also sees events of profiles that have left its groups. */
const ofListedProfiles = (enterpriseId: EnterpriseId) =>
  groupLimitIn(enterpriseId)
    ? sql`and exists (select 1 from profile p where p.enterprise_id = e.enterprise_id and p.id = e.profile_id)`
    : sql``

export async function countLog(db: TenantDb, listed: LogFilter): Promise<number> {
  const { enterpriseId } = db
  return await countCapped(
    db,
    sql`select 1 from profile_event e where ${logConditions(enterpriseId, listed)} ${ofListedProfiles(enterpriseId)}
        ${isOfOrigins(listed.origins)}`,
  )
}
