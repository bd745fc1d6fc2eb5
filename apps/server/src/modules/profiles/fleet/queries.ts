import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import { type CardIccid, type Iccid, iccidForms } from '@simwright/ids'
import { type RawBuilder, sql } from 'kysely'
import { PREPARED } from '../../../db/connection.ts'
import type { TenantDb } from '../../../db/database.ts'
import { COUNT_CAP } from '../../../db/page.ts'
import type { Counted, Row } from '../../../db/row.ts'
import type { ActivationCodeId, EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { nameOfPerson } from '../../platform/tenancy/service.ts'
import { distinctCombinations } from '../lifecycle/service.ts'
import { type SearchedColumn, searchedColumns } from './column.ts'
import { countConditions, groupsOf, isServedByOnePlan } from './condition.ts'
import {
  groupRows,
  matchCount,
  matchedColumns,
  type PageOfProfiles,
  pageOfProfiles,
  whereFilterAndSearch,
} from './page.ts'
import { oneProfile, type ProfileMatch, type ProfileRecord, selectRecords } from './record.ts'

/** `limit + 1` rows, so that the caller knows whether another page follows; in reverse order for the previous page. */
export async function selectProfiles(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  page: PageOfProfiles,
): Promise<ProfileRecord[]> {
  const found: ProfileMatch[] = []
  const sparse = await sparseGroups(db, enterpriseId, page)
  for (const statement of pageOfProfiles(enterpriseId, { ...page, sparse })) {
    const { rows } = await sql<ProfileMatch>`${statement}`.execute(db)
    found.push(...rows)
    if (found.length > page.limit) break
  }
  return await selectRecords(db, enterpriseId, found.slice(0, page.limit + 1))
}

/** A group with a smaller fraction of all profiles is sparse. */
const SPARSE = 0.02

/** A limited member does not see the number of all profiles. A group of up to 20,000 is read faster by its index. */
const UNKNOWN_TOTAL = 1_000_000

type Share = { share: number | null }

/** The groups of the filter that are sparse according to the counters. Empty when one group is the whole filter. */
export async function sparseGroups(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { filter, sort }: PageOfProfiles,
): Promise<ReadonlySet<string | null>> {
  const byGroup = filter.equals.find(({ column }) => column === 'group_id')
  const isAlone =
    byGroup && filter.equals.length === 1 && countConditions(filter) === 1 && !byGroup.values.includes(null)
  if (!byGroup || isAlone || filter.search !== undefined || sort.by !== 'createdAt') return new Set()
  const groups = byGroup.values.filter((value) => value !== null)
  const { rows } = await sql<Row<'current_count', 'group_id'> & Share>`
    with counted as (
      select group_id, count from current_count
      where enterprise_id = ${enterpriseId} and metric = 'status' and dimension <> 'REMOVED'
    ), living as (select greatest(coalesce(sum(count), ${UNKNOWN_TOTAL}), 1) as total from counted where group_id is null)
    select group_id, sum(count)::float8 / (select total from living) as share from counted
    where group_id = any(${groups}::uuid[]) group by group_id
    union all
    select null, 1 - coalesce(sum(count), 0)::float8 / (select total from living) from counted where group_id is not null`.execute(
    db,
  )
  const shares = new Map(rows.map((row) => [row.group_id, row.share ?? 0]))
  return new Set(byGroup.values.filter((value) => (shares.get(value) ?? 0) < SPARSE))
}

/** Profiles of a selection sorted by id, after `afterId`. */
export async function selectAfter(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { condition, afterId, limit }: { condition: RawBuilder<boolean>; afterId: string | undefined; limit: number },
): Promise<ProfileRecord[]> {
  const { rows } = await sql<ProfileMatch>`
    select p.id, 0 as match, '' as matched from profile p
    where ${condition} ${afterId ? sql`and p.id > ${afterId}::uuid` : sql``} order by p.id limit ${limit}`.execute(db)
  return await selectRecords(db, enterpriseId, rows)
}

export async function countUpTo(db: TenantDb, condition: RawBuilder<boolean>, atMost?: number): Promise<number> {
  const { rows } = await sql<Counted>`
    select count(*) as counted from (
      select 1 from profile p where ${condition} ${atMost === undefined ? sql`` : sql`limit ${atMost}`}) p`.execute(db)
  return Number(rows[0]?.counted ?? 0)
}

type CountQuery = Pick<PageOfProfiles, 'filter' | 'matched'> & { cap: 'capped' | 'exact' }

/**
 * The order of an index with no removed profile, which PostgreSQL then reads alone. Without it, where nearly all profiles are
 * of one enterprise account, it reads whole rows.
 */
const IN_INDEX_ORDER = sql`order by p.created_at desc, p.id desc`

const inIndexOrder = ({ filter, cap }: CountQuery) =>
  cap === 'capped' && countConditions(filter) === 0 ? IN_INDEX_ORDER : sql``

const countStatement = (enterpriseId: EnterpriseId, query: CountQuery) => sql<Counted>`${
  isServedByOnePlan(query.filter) || groupsOf(query.filter) ? sql.raw(PREPARED) : sql``
} select count(*) as counted from (
    ${groupRows(enterpriseId, query.filter) ?? sql`select 1 from profile p where ${whereFilterAndSearch(enterpriseId, query)} ${inIndexOrder(query)}`}
    ${query.cap === 'capped' ? sql`limit ${sql.lit(COUNT_CAP + 1)}` : sql``}) capped`

/** With `capped`, counts up to the cap plus one, so a million matches take no longer than ten thousand. */
export async function countProfiles(db: TenantDb, enterpriseId: EnterpriseId, query: CountQuery): Promise<number> {
  const { rows } = await countStatement(enterpriseId, query).execute(db)
  return Number(rows[0]?.counted ?? 0)
}

/** Counters are at most a few seconds old, and seconds do not empty so many. */
const SURELY_CAPPED = 2 * COUNT_CAP

/** Whether so many profiles are in the groups, according to the counters, that a capped count need not count them. */
export async function areSurelyCapped(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  groups: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<Counted>`${sql.raw(PREPARED)}
    select coalesce(sum(count), 0) as counted from current_count
    where enterprise_id = ${enterpriseId} and metric = 'status' and dimension <> 'REMOVED'
      and group_id = any(${groups}::uuid[])`.execute(db)
  return Number(rows[0]?.counted) >= SURELY_CAPPED
}

type PlanRecord = { 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }

/** The planner's estimated cost of countStatement. */
export async function costOfCount(db: TenantDb, enterpriseId: EnterpriseId, query: CountQuery): Promise<number> {
  const { rows } = await sql<PlanRecord>`
    explain (format json) ${countStatement(enterpriseId, query)}`.execute(db)
  return rows[0]!['QUERY PLAN'][0].Plan['Total Cost']
}

/** The searched columns in which any value begins with the text. */
export async function selectMatchedColumns(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  text: string,
): Promise<SearchedColumn[]> {
  const { rows } = await matchedColumns(enterpriseId, text).execute(db)
  return searchedColumns.filter((name) => rows[0]![name])
}

export async function countMatch(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { name, text }: { name: SearchedColumn; text: string },
): Promise<number> {
  const { rows } = await matchCount(enterpriseId, name, text).execute(db)
  return rows[0]!.counted
}

export async function selectProfile(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  id: string,
): Promise<ProfileRecord | undefined> {
  const { rows } = await oneProfile(enterpriseId, id).execute(db)
  return rows[0]
}

/** Download attempts; for an order without an EID, those of the device with the most attempts. */
const deviceAttempts = sql<number>`case when o.eid is not null then o.attempts else (
  select least(coalesce(max(t.attempts), 0), a.max_attempts) from order_attempt t
  where t.enterprise_id = o.enterprise_id and t.order_id = o.id) end`

export async function selectCodeAndOrder(db: TenantDb, enterpriseId: EnterpriseId, activationCodeId: ActivationCodeId) {
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
      deviceAttempts.as('attempts'),
      'o.confirmation_failures',
      'o.device_trust',
      (eb) => eb.fn.countAll<number>().over().as('orders'),
    ])
    .modifyFront(sql.raw(PREPARED))
    .where('a.enterprise_id', '=', enterpriseId)
    .where('a.id', '=', activationCodeId)
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type Maker = { id: string; name: string }

/** Users and programs that created profiles. */
export async function selectMakers(db: TenantDb, enterpriseId: EnterpriseId): Promise<Maker[]> {
  const { rows } = await sql<Maker>`
    select named.* from (select maker.id, coalesce(${nameOfPerson('maker.id')}, program.name) as name
      from (select distinct created_by as id from (${distinctCombinations(enterpriseId, 'origin')}) p) maker
      left join program on program.id = maker.id) named
    where named.name is not null
    order by named.name, named.id limit ${MAKERS_MAX}`.execute(db)
  return rows
}

type SampleRecord = { hides: boolean }

/** Whether lists hide sample profiles: when there are real ones too. */
export async function areSamplesHidden(db: TenantDb, enterpriseId: EnterpriseId): Promise<boolean> {
  const { rows } = await sql<SampleRecord>`${sql.raw(PREPARED)}
    select exists (select 1 from profile where enterprise_id = ${enterpriseId} and sample)
      and exists (select 1 from profile where enterprise_id = ${enterpriseId} and not sample and not removed)
      as hides`.execute(db)
  return rows[0]!.hides
}

const MAKERS_MAX = 200

/** The profile with this ICCID, by its key, that is not deleted. `samples`: only sample data and profiles of its configurations. */
export async function selectByIccid(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { iccid, only }: { iccid: Iccid; only: 'all' | 'samples' },
): Promise<{ id: ProfileId; iccid: CardIccid } | undefined> {
  let query = db
    .selectFrom('profile as p')
    .select(['p.id', 'p.iccid'])
    .where('p.enterprise_id', '=', enterpriseId)
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

/** The fields that the public page of a code can show. */
export async function selectPublicCode(db: TenantDb, enterpriseId: EnterpriseId, activationCodeId: ActivationCodeId) {
  return await db
    .selectFrom('activation_code as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.enterprise_id', '=', 'a.enterprise_id').onRef('p.id', '=', 'a.profile_id'),
    )
    .innerJoin('enterprise as e', 'e.enterprise_id', 'a.enterprise_id')
    .leftJoin('code_page as g', (join) =>
      join.onRef('g.enterprise_id', '=', 'a.enterprise_id').onRef('g.activation_code_id', '=', 'a.id'),
    )
    .select([
      'g.closed_at',
      'a.state',
      'a.matching_id',
      'a.expires_at',
      'p.id as profile_id',
      'p.ac_format',
      'p.spn',
      'p.status',
      'p.matching_id as current_matching_id',
    ])
    .select('e.platform_id')
    .select(sql<CertificateIssuer | null>`a.issuer`.as('issuer'))
    .select(sql<boolean>`a.sealed_confirmation is not null`.as('confirmation_needed'))
    .where('a.enterprise_id', '=', enterpriseId)
    .where('a.id', '=', activationCodeId)
    // while the profile is in the pool of a campaign, its own code is closed
    .where('a.kind', '<>', 'pooled')
    .executeTakeFirst()
}
