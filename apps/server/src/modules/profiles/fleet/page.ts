import { type RawBuilder, sql } from 'kysely'
import { condition } from '../../../db/expression.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import type { Keyset } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type SearchedColumn, searchedColumns, typeOf } from './column.ts'
import {
  asksForRemoved,
  begins,
  branchesOf,
  branchesOfTraits,
  column,
  countConditions,
  type Equals,
  groupOf,
  groupsOf,
  isInGroup,
  isServedByOnePlan,
  listedTrait,
  multiValueFilter,
  nullColumn,
  type ResolvedFilter,
  traitOf,
  whereFilter,
} from './condition.ts'
import { indexedIds, isIndexed } from './trait.ts'

export type FleetSort = { by: 'createdAt' | 'iccid' | 'statusAt'; direction: 'asc' | 'desc' }

export type PageOfProfiles = {
  filter: ResolvedFilter
  sort: FleetSort
  limit: number
  keyset: Keyset | undefined
  /** Columns in which the search matches any profile; empty without a search. */
  matched: readonly SearchedColumn[]
  /** Groups with few of all profiles: their index finds a page fastest, whatever the other conditions are. */
  sparse?: ReadonlySet<string | null>
}

const sortColumns = { createdAt: 'created_at', iccid: 'iccid', statusAt: 'status_at' } as const

/** A query that selects ids of a page. Queries of few texts are prepared. */
export type PageQuery = { query: RawBuilder<unknown>; isPrepared: boolean }

/**
 * Queries that select the ids of a page plus one, in reverse order for the previous page. Most are index-only scans.
 * The caller runs them one after the other until the page is full.
 */
export function pageOfProfiles(enterpriseId: EnterpriseId, page: PageOfProfiles): PageQuery[] {
  return page.filter.search === undefined ? [sortedPage(enterpriseId, page)] : searchedPages(enterpriseId, page)
}

const scanDirection = ({ direction }: FleetSort, keyset: Keyset | undefined) =>
  (direction === 'asc') === !keyset?.back ? sql`asc` : sql`desc`

function sortedPage(enterpriseId: EnterpriseId, page: PageOfProfiles): PageQuery {
  const { filter, sort, limit, keyset } = page
  const by = column(sortColumns[sort.by])
  const direction = scanDirection(sort, keyset)
  const multiValue = sort.by === 'createdAt' ? multiValueFilter(filter) : undefined
  if (multiValue) return { query: multiValuePage(enterpriseId, page, multiValue), isPrepared: false }
  const groups = sort.by === 'createdAt' ? groupsOf(filter) : undefined
  if (groups) return groupsPage(enterpriseId, page, groups)
  const byTrait = sort.by === 'createdAt' ? branchesOfTraits(filter) : [filter]
  const byValue = sort.by === 'createdAt' ? branchesOf(filter) : [filter]
  const branches = byTrait.length > 1 ? byTrait : byValue
  const found = branches.length > 1 ? withSortKey(by) : MATCH_COLUMNS
  const isPrepared = sort.by === 'createdAt' && isServedByOnePlan(filter) && PORTAL_PAGE_SIZES.includes(limit)
  const rowLimit = isPrepared ? sql.lit(limit + 1) : sql`${limit + 1}`
  const selected = branches.map((branch) => {
    const byIndex =
      sort.by === 'createdAt'
        ? (groupPage(enterpriseId, page, { branch, found }) ?? traitPage(enterpriseId, page, { branch, found }))
        : undefined
    if (byIndex) return byIndex
    const empty = sort.by === 'createdAt' ? nullColumn(branch) : undefined
    return sql`
      (select ${found} from profile p
       where ${whereFilter(enterpriseId, branch)} ${afterKeyset(by, sort, keyset)}
       order by ${empty ? sql`${column(empty)}, ` : sql``} ${by} ${direction}, p.id ${direction} limit ${rowLimit})`
  })
  if (isPrepared || selected.length === 1) return { query: selected[0]!, isPrepared }
  const query = sql`
    select id, match, matched from (${sql.join(selected, byTrait.length > 1 ? sql` union ` : sql` union all `)}) p
    order by sort_key ${direction}, id ${direction} limit ${limit + 1}`
  return { query, isPrepared }
}

/** Page sizes of the portal. Each has its own prepared statements, so there must be few. */
const PORTAL_PAGE_SIZES: readonly number[] = [25, 50, 100, 200]

const MATCH_COLUMNS = sql`p.id, 0 as match, '' as matched`
/** Adds the value by which the rows of multiValue branches are merged. */
const withSortKey = (by: RawBuilder<unknown>) => sql`${MATCH_COLUMNS}, ${by} as sort_key`

/**
 * The page of a filter with one condition of multiValue values: one subquery per value, planned once for all of them.
 */
function multiValuePage(
  enterpriseId: EnterpriseId,
  page: PageOfProfiles,
  { column: name, values }: Equals,
): RawBuilder<unknown> {
  const { filter, sort, limit, keyset } = page
  const by = column(sortColumns[sort.by])
  const direction = scanDirection(sort, keyset)
  const notRemoved = asksForRemoved(filter.equals) ? sql`` : sql`and not p.removed`
  const type = sql.raw(typeOf(name))
  return sql`
    select p.id, p.match, p.matched from unnest(${[...new Set(values)]}::${type}[]) its(value) cross join lateral (
      select ${withSortKey(by)} from profile p
      where p.enterprise_id = ${enterpriseId} and ${column(name)} = its.value ${notRemoved} ${afterKeyset(by, sort, keyset)}
      order by ${by} ${direction}, p.id ${direction} limit ${limit + 1}) p
    order by p.sort_key ${direction}, p.id ${direction} limit ${limit + 1}`
}

/** The page of a group from the group's index, if the group is the only condition or is sparse. */
function groupPage(
  enterpriseId: EnterpriseId,
  page: PageOfProfiles,
  { branch, found: columns }: { branch: ResolvedFilter; found: RawBuilder<unknown> },
): RawBuilder<unknown> | undefined {
  const { sort, limit, keyset, sparse } = page
  const found = groupOf(branch)
  if (!found || !(countConditions(found.others) === 0 || sparse?.has(found.group))) return undefined
  const { group, others } = found
  const direction = scanDirection(sort, keyset)
  const isIn = group === null ? sql`m.group_id is null` : sql`m.group_id = ${group}::uuid`
  const from = afterKeyset(sql`m.created_at`, sort, keyset, sql`m.profile_id`)
  return sql`
    (select ${columns}
     from profile_place m join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
     where m.enterprise_id = ${enterpriseId} and ${isIn} and ${whereFilter(enterpriseId, others)} ${from}
     order by ${group === null ? sql`m.group_id, ` : sql``} m.created_at ${direction}, m.profile_id ${direction}
     limit ${limit + 1})`
}

/** The page of a tag or value from the index of traits, if it is the only condition or has some profiles. */
function traitPage(
  enterpriseId: EnterpriseId,
  { sort, limit, keyset }: PageOfProfiles,
  { branch, found: columns }: { branch: ResolvedFilter; found: RawBuilder<unknown> },
): RawBuilder<unknown> | undefined {
  const listed = listedTrait(branch)
  if (!listed) return undefined
  const direction = scanDirection(sort, keyset)
  const from = afterKeyset(sql`i.created_at`, sort, keyset, sql`i.profile_id`)
  return sql`
    (select ${columns}
     from profile_trait_index i join profile p on p.enterprise_id = i.enterprise_id and p.id = i.profile_id
     where i.enterprise_id = ${enterpriseId} and ${isIndexed(listed.trait)} and ${whereFilter(enterpriseId, listed.others)} ${from}
     order by i.created_at ${direction}, i.profile_id ${direction} limit ${limit + 1})`
}

/**
 * As `multiValuePage`, for several groups: from the group's index, which has no removed profile, so that the profiles
 * are read only to leave out sample data.
 */
function groupsPage(enterpriseId: EnterpriseId, page: PageOfProfiles, groups: readonly string[]): PageQuery {
  const { filter, sort, limit, keyset } = page
  const direction = scanDirection(sort, keyset)
  const from = afterKeyset(sql`m.created_at`, sort, keyset, sql`m.profile_id`)
  const isPrepared = !keyset && PORTAL_PAGE_SIZES.includes(limit)
  const rowLimit = isPrepared ? sql.lit(limit + 1) : sql`${limit + 1}`
  const query = sql`
    select m.profile_id as id, 0 as match, '' as matched from unnest(${groups}::uuid[]) its(value) cross join lateral (
      select m.profile_id, m.created_at from profile_place m
      where m.enterprise_id = ${enterpriseId} and m.group_id = its.value ${withoutSamples(enterpriseId, filter)} ${from}
      order by m.created_at ${direction}, m.profile_id ${direction} limit ${rowLimit}) m
    order by m.created_at ${direction}, m.profile_id ${direction} limit ${rowLimit}`
  return { query, isPrepared }
}

/** The condition on `profile_place m` that leaves out sample data, if the filter does. */
function withoutSamples(enterpriseId: EnterpriseId, { samples }: ResolvedFilter): RawBuilder<unknown> {
  return samples === 'hidden'
    ? sql`and m.profile_id not in (select id from profile where enterprise_id = ${enterpriseId} and sample)`
    : sql``
}

function afterKeyset(
  by: RawBuilder<unknown>,
  sort: FleetSort,
  keyset: Keyset | undefined,
  id: RawBuilder<unknown> = sql`p.id`,
): RawBuilder<unknown> {
  if (!keyset) return sql``
  const value = sort.by === 'iccid' ? sql`${keyset.value}::text` : sql`${new Date(keyset.value)}::timestamptz`
  const compared = (sort.direction === 'asc') === !keyset.back ? sql`>` : sql`<`
  return sql`and (${by}, ${id}) ${compared} (${value}, ${keyset.id}::uuid)`
}

/**
 * Matches are sorted by the column that matches: first ICCID, then IMSI and so on. Each column is read in the order of
 * its index, so a prefix that a million profiles share takes no longer than one without matches.
 */
function searchedPages(enterpriseId: EnterpriseId, page: PageOfProfiles): PageQuery[] {
  const { filter, matched, limit, keyset } = page
  const text = filter.search!
  const [at, value] = keyset ? splitMatch(keyset.value) : [undefined, '']
  const direction = keyset?.back ? sql`desc` : sql`asc`
  const compared = keyset?.back ? sql`<` : sql`>`
  const isPrepared = !keyset && countConditions(filter) <= 1 && PORTAL_PAGE_SIZES.includes(limit)
  const branches = matched.flatMap((name) => {
    const number = searchedColumns.indexOf(name)
    if (at !== undefined && (keyset?.back ? number > at : number < at)) return []
    const earlier = matched.slice(0, matched.indexOf(name)).map((one) => sql`and (${begins(one, text)}) is not true`)
    const from =
      at === number ? sql`and (${column(name)}, p.id) ${compared} (${value}::text, ${keyset!.id}::uuid)` : sql``
    const query = sql`
      select p.id, ${sql.lit(number)} as match, ${column(name)} as matched from profile p
      where ${whereFilter(enterpriseId, filter)} and ${begins(name, text)} ${sql.join(earlier, sql` `)} ${from}
      order by ${column(name)} ${direction}, p.id ${direction} limit ${isPrepared ? sql.lit(limit + 1) : limit + 1}`
    return [{ query, isPrepared }]
  })
  return keyset?.back ? branches.reverse() : branches
}

/** The sort value of a search result in a cursor: the number of the matching column and its value. */
export const joinMatch = (match: number, matched: string): string => `${match} ${matched}`

function splitMatch(value: string): [number, string] {
  const [, number = '0', text = ''] = /^(\d) (.*)$/s.exec(value) ?? []
  return [Number(number), text]
}

/** The profiles of which the column begins with the text. */
export const matching = (enterpriseId: EnterpriseId, name: SearchedColumn, text: string) => sql`
  select 1 from profile p where p.enterprise_id = ${enterpriseId} and not p.removed and ${begins(name, text)}
    ${withinLimit(enterpriseId)}`

/** Repeats the member's limit to groups, which the policy enforces: PostgreSQL can then read the groups' index first. */
function withinLimit(enterpriseId: EnterpriseId): RawBuilder<unknown> {
  const limit = groupLimitIn(enterpriseId)
  return limit ? sql`and ${isInGroup(limit.groups)}` : sql``
}

/**
 * The rows of a filter whose only condition is one or several groups, from the group's index. Without `order by`, PostgreSQL scans
 * the table.
 */
export function groupRows(enterpriseId: EnterpriseId, filter: ResolvedFilter): RawBuilder<unknown> | undefined {
  const groups = groupsOf(filter)
  if (groups)
    return sql`
    select 1 from unnest(${groups}::uuid[]) its(value) cross join lateral (
      select 1 from profile_place m
      where m.enterprise_id = ${enterpriseId} and m.group_id = its.value ${withoutSamples(enterpriseId, filter)}
      order by m.created_at desc, m.profile_id desc) m`
  const found = groupOf(filter)
  if (!found || countConditions(found.others) > 0) return undefined
  const isIn = found.group === null ? sql`m.group_id is null` : sql`m.group_id = ${found.group}::uuid`
  return sql`
    select 1 from profile_place m
    where m.enterprise_id = ${enterpriseId} and ${isIn} ${withoutSamples(enterpriseId, filter)}
    order by m.group_id, m.created_at desc, m.profile_id desc`
}

/** The rows of a filter whose only condition is one tag or one value, from the index of traits. */
export function traitRows(enterpriseId: EnterpriseId, filter: ResolvedFilter): RawBuilder<unknown> | undefined {
  const trait = groupLimitIn(enterpriseId) ? undefined : traitOf(filter)
  return trait && indexedIds(enterpriseId, trait)
}

/** The filter and its search as one condition on `profile p`. */
export function whereFilterAndSearch(
  enterpriseId: EnterpriseId,
  { filter, matched }: Pick<PageOfProfiles, 'filter' | 'matched'>,
): RawBuilder<boolean> {
  const { search } = filter
  if (search === undefined) return whereFilter(enterpriseId, filter)
  if (matched.length === 0) return condition`false`
  const any = matched.map((name) => begins(name, search))
  return condition`${whereFilter(enterpriseId, filter)} and (${sql.join(any, sql` or `)})`
}

export const whereIds = (enterpriseId: EnterpriseId, ids: readonly string[]): RawBuilder<boolean> =>
  condition`p.enterprise_id = ${enterpriseId} and p.id = any(${ids}::uuid[])`

/** All profiles that match and existed at `asOf`, without those in `except`. */
export function whereSelected(
  enterpriseId: EnterpriseId,
  query: Pick<PageOfProfiles, 'filter' | 'matched'> & { except: readonly string[]; asOf: Date },
): RawBuilder<boolean> {
  const except = query.except.length > 0 ? sql`and p.id <> all(${query.except}::uuid[])` : sql``
  return condition`${whereFilterAndSearch(enterpriseId, query)} and p.created_at <= ${query.asOf} ${except}`
}
