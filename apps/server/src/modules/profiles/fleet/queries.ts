import { type CardIccid, type Iccid, iccidForms } from '@simwright/ids'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { condition, integerOf } from '../../../db/expression.ts'
import { COUNT_CAP } from '../../../db/page.ts'
import type { ActivationCodeId, EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { nameOfPerson } from '../../platform/tenancy/service.ts'
import { distinctCombinations } from '../lifecycle/service.ts'
import { type SearchedColumn, searchedColumns } from './column.ts'
import { countConditions, groupsOf, isServedByOnePlan } from './condition.ts'
import {
  groupRows,
  matching,
  type PageOfProfiles,
  type PageQuery,
  pageOfProfiles,
  traitRows,
  whereFilterAndSearch,
} from './page.ts'
import { type ProfileMatch, type ProfileRecord, selectRecords } from './record.ts'

const matchStatement = shapedStatement('select IDs of a page', ({ query }: PageQuery) => query, {
  present: ['id', 'match', 'matched'],
  shapes: [{ query: sql`select null::uuid as id, 0 as match, '' as matched` }],
  prepared: ({ isPrepared }) => isPrepared,
})

/** `limit + 1` rows, so that the caller knows whether another page follows; in reverse order for the previous page. */
export async function selectProfiles(db: TenantDb, page: PageOfProfiles): Promise<ProfileRecord[]> {
  const found: ProfileMatch[] = []
  const sparse = await sparseGroups(db, page)
  for (const query of pageOfProfiles(db.enterpriseId, { ...page, sparse })) {
    found.push(...(await matchStatement(db, query)))
    if (found.length > page.limit) break
  }
  return await selectRecords(db, found.slice(0, page.limit + 1))
}

/** A group with a smaller fraction of all profiles is sparse. */
const SPARSE = 0.02

/** A limited member does not see the number of all profiles. A group of up to 20,000 is read faster by its index. */
const UNKNOWN_TOTAL = 1_000_000

const sparseGroupsStatement = shapedStatement(
  'select shares of groups',
  ({ enterpriseId, groups }: { enterpriseId: EnterpriseId; groups: readonly string[] }) => sql`
    with counted as (
      select group_id, count from current_count
      where enterprise_id = ${enterpriseId} and metric = 'status' and dimension <> 'REMOVED'
    ), living as (select greatest(coalesce(sum(count), ${UNKNOWN_TOTAL}), 1) as total from counted where group_id is null)
    select group_id, sum(count)::float8 / (select total from living) as share from counted
    where group_id = any(${groups}::uuid[]) group by group_id
    union all
    select null, 1 - coalesce(sum(count), 0)::float8 / (select total from living) from counted where group_id is not null`,
)

/** The groups of the filter that are sparse according to the counters. Empty when one group is the whole filter. */
export async function sparseGroups(
  db: TenantDb,
  { filter, sort }: PageOfProfiles,
): Promise<ReadonlySet<string | null>> {
  const byGroup = filter.equals.find(({ column }) => column === 'group_id')
  const isAlone =
    byGroup && filter.equals.length === 1 && countConditions(filter) === 1 && !byGroup.values.includes(null)
  if (!byGroup || isAlone || filter.search !== undefined || sort.by !== 'createdAt') return new Set()
  const groups = byGroup.values.filter((value) => value !== null)
  const rows = await sparseGroupsStatement(db, { enterpriseId: db.enterpriseId, groups })
  const shares = new Map(rows.map((row) => [row.group_id, row.share ?? 0]))
  return new Set(byGroup.values.filter((value) => (shares.get(value) ?? 0) < SPARSE))
}

const afterStatement = shapedStatement(
  'select profiles after ID',
  ({
    condition,
    afterId,
    limit,
  }: {
    condition: RawBuilder<boolean>
    afterId: string | undefined
    limit: number
  }) => sql`
    select p.id, 0 as match, '' as matched from profile p
    where ${condition} ${afterId ? sql`and p.id > ${afterId}::uuid` : sql``} order by p.id limit ${limit}`,
  { present: ['match', 'matched'], shapes: [{ condition: condition`true` }] },
)

/** Profiles of a selection sorted by id, after `afterId`. */
export async function selectAfter(
  db: TenantDb,
  { condition, afterId, limit }: { condition: RawBuilder<boolean>; afterId: string | undefined; limit: number },
): Promise<ProfileRecord[]> {
  const rows = await afterStatement(db, { condition, afterId, limit })
  return await selectRecords(db, rows)
}

type CountUpTo = { where: RawBuilder<boolean>; atMost: number | undefined }

const countUpToStatement = shapedStatement(
  'count selected profiles',
  ({ where, atMost }: CountUpTo) => sql`
    select count(*) as counted from (
      select 1 from profile p where ${where} ${atMost === undefined ? sql`` : sql`limit ${atMost}`}) p`,
  { present: ['counted'], shapes: [{ where: condition`true` }] },
)

export async function countUpTo(db: TenantDb, where: RawBuilder<boolean>, atMost?: number): Promise<number> {
  return (await countUpToStatement(db, { where, atMost }))[0]!.counted
}

type CountQuery = Pick<PageOfProfiles, 'filter' | 'matched'> & { cap: 'capped' | 'exact' }

/**
 * The order of an index with no removed profile, which PostgreSQL then reads alone. Without it, where nearly all profiles are
 * of one enterprise account, it reads whole rows.
 */
const IN_INDEX_ORDER = sql`order by p.created_at desc, p.id desc`

const inIndexOrder = ({ filter, cap }: CountQuery) =>
  cap === 'capped' && countConditions(filter) === 0 ? IN_INDEX_ORDER : sql``

type CountValues = { enterpriseId: EnterpriseId; query: CountQuery }

const countSql = ({ enterpriseId, query }: CountValues) => sql`
  select count(*) as counted from (
    ${groupRows(enterpriseId, query.filter) ?? traitRows(enterpriseId, query.filter) ?? sql`select 1 from profile p where ${whereFilterAndSearch(enterpriseId, query)} ${inIndexOrder(query)}`}
    ${query.cap === 'capped' ? sql`limit ${sql.lit(COUNT_CAP + 1)}` : sql``}) capped`

const NO_FILTER = { equals: [], prefixes: [], ranges: [], traits: [], search: undefined }
const EVERYTHING: CountQuery = { filter: NO_FILTER, matched: [], cap: 'capped' }

const countStatement = shapedStatement('count profiles of fleet', countSql, {
  present: ['counted'],
  shapes: [{ query: EVERYTHING }],
  prepared: ({ query: { filter } }) => isServedByOnePlan(filter) || groupsOf(filter) !== undefined,
})

/** With `capped`, counts up to the cap plus one, so a million matches take no longer than ten thousand. */
export async function countProfiles(db: TenantDb, query: CountQuery): Promise<number> {
  return (await countStatement(db, { enterpriseId: db.enterpriseId, query }))[0]!.counted
}

/** Counters are at most a few seconds old, and seconds do not empty so many. */
const SURELY_CAPPED = 2 * COUNT_CAP

const countedInGroupsStatement = statement(
  'select count of profiles in groups',
  ({ enterpriseId, groups }: { enterpriseId: EnterpriseId; groups: readonly string[] }) => sql`
    select coalesce(sum(count), 0) as counted from current_count
    where enterprise_id = ${enterpriseId} and metric = 'status' and dimension <> 'REMOVED'
      and group_id = any(${groups}::uuid[])`,
  { present: ['counted'] },
)

/** Whether so many profiles are in the groups, according to the counters, that a capped count need not count them. */
export async function areSurelyCapped(db: TenantDb, groups: readonly string[]): Promise<boolean> {
  const [row] = await countedInGroupsStatement(db, { enterpriseId: db.enterpriseId, groups })
  return Number(row!.counted) >= SURELY_CAPPED
}

type PlanRecord = { 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }

const costStatement = shapedStatement(
  'explain count of profiles',
  (values: CountValues) => sql`explain (format json) ${countSql(values)}`,
  { shapes: [{ query: EVERYTHING }] },
)

/** The planner's estimated cost of countStatement. */
export async function costOfCount(db: TenantDb, query: CountQuery): Promise<number> {
  const [row] = (await costStatement(db, { enterpriseId: db.enterpriseId, query })) as PlanRecord[]
  return row!['QUERY PLAN'][0].Plan['Total Cost']
}

type Matching = { enterpriseId: EnterpriseId; text: string }

const matchedStatement = shapedStatement(
  'select searched columns that match',
  ({ enterpriseId, text }: Matching) => {
    const found = searchedColumns.map(
      (name) => sql`case when exists (${matching(enterpriseId, name, text)}) then ${sql.lit(name)} end`,
    )
    return sql`select array_remove(array[${sql.join(found)}], null) as names`
  },
  { present: ['names'], shapes: [{ text: '1' }], prepared: () => true },
)

const countMatchStatement = shapedStatement(
  'count matches of a column',
  ({ enterpriseId, name, text }: Matching & { name: SearchedColumn }) => sql`
    select count(*)::int as counted
    from (${matching(enterpriseId, name, text)} limit ${sql.lit(COUNT_CAP + 1)}) capped`,
  { present: ['counted'], shapes: [{ name: 'iccid', text: '1' }], prepared: () => true },
)

/** The searched columns in which any value begins with the text. */
export async function selectMatchedColumns(db: TenantDb, text: string): Promise<SearchedColumn[]> {
  const [row] = await matchedStatement(db, { enterpriseId: db.enterpriseId, text })
  return searchedColumns.filter((name) => row!.names.includes(name))
}

export async function countMatch(
  db: TenantDb,
  { name, text }: { name: SearchedColumn; text: string },
): Promise<number> {
  return (await countMatchStatement(db, { enterpriseId: db.enterpriseId, name, text }))[0]!.counted
}

type CodeKey = { enterpriseId: EnterpriseId; activationCodeId: ActivationCodeId }

/** Download attempts; for an order without an EID, those of the device with the most attempts. */
const deviceAttempts = integerOf`case when o.eid is not null then o.attempts else (
  select least(coalesce(max(t.attempts), 0), a.max_attempts) from order_attempt t
  where t.enterprise_id = o.enterprise_id and t.order_id = o.id) end`

const codeAndOrderStatement = statement('select code and its newest order', (values: CodeKey, db) =>
  db
    .selectFrom('activation_code as a')
    .innerJoin('download_order as o', (join) =>
      join.onRef('o.enterprise_id', '=', 'a.enterprise_id').onRef('o.activation_code_id', '=', 'a.id'),
    )
    .select([
      'a.slug',
      'a.max_attempts',
      'a.max_redownloads',
      'a.expires_at',
      deviceAttempts.as('attempts'),
      'o.confirmation_failures',
      'o.device_trust',
      (eb) => eb.fn.countAll<number>().over().as('orders'),
    ])
    .where('a.enterprise_id', '=', values.enterpriseId)
    .where('a.id', '=', values.activationCodeId)
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(1),
)

export async function selectCodeAndOrder(db: TenantDb, activationCodeId: ActivationCodeId) {
  return (await codeAndOrderStatement(db, { enterpriseId: db.enterpriseId, activationCodeId }))[0]
}

const makersStatement = statement(
  'select creators of profiles',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select named.* from (select maker.id, coalesce(${nameOfPerson('maker.id')}, program.name) as name
      from (select distinct created_by as id from (${distinctCombinations(enterpriseId, 'origin')}) p) maker
      left join program on program.id = maker.id) named
    where named.name is not null
    order by named.name, named.id limit ${MAKERS_MAX}`,
  { present: ['id', 'name'], planned: 'per call' },
)

/** Users and programs that created profiles. */
export async function selectMakers(db: TenantDb): Promise<{ id: string; name: string }[]> {
  return await makersStatement(db, { enterpriseId: db.enterpriseId })
}

const samplesHiddenStatement = statement(
  'select whether samples are hidden',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select exists (select 1 from profile where enterprise_id = ${enterpriseId} and sample)
      and exists (select 1 from profile where enterprise_id = ${enterpriseId} and not sample and not removed)
      as hides`,
  { present: ['hides'] },
)

/** Whether lists hide sample profiles: when there are real ones too. */
export async function areSamplesHidden(db: TenantDb): Promise<boolean> {
  return (await samplesHiddenStatement(db, { enterpriseId: db.enterpriseId }))[0]!.hides
}

const MAKERS_MAX = 200

/** The profile with this ICCID, by its key, that is not deleted. `samples`: only sample data and profiles of its configurations. */
export async function selectByIccid(
  db: TenantDb,
  { iccid, only }: { iccid: Iccid; only: 'all' | 'samples' },
): Promise<{ id: ProfileId; iccid: CardIccid } | undefined> {
  let query = db
    .selectFrom('profile as p')
    .select(['p.id', 'p.iccid'])
    .where('p.enterprise_id', '=', db.enterpriseId)
    .where('p.iccid', 'in', iccidForms(iccid))
    .where('p.removed', '=', false)
  if (only === 'samples')
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('profile_configuration as c')
          .select('c.id')
          .whereRef('c.enterprise_id', '=', 'p.enterprise_id')
          .whereRef('c.id', '=', 'p.configuration_id')
          .where('c.sample', '=', true),
      ),
    )
  return await query.executeTakeFirst()
}
