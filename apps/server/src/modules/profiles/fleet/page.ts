import { type RawBuilder, sql } from 'kysely'
import { PREPARED } from '../../../db/connection.ts'
import { COUNT_CAP, type Keyset } from '../../../db/page.ts'
import { type SearchedColumn, searchedColumns, typeOf } from './column.ts'
import {
  asksForRemoved,
  begins,
  branchesOf,
  column,
  countConditions,
  type Equals,
  groupOf,
  isServedByOnePlan,
  nullColumn,
  type ResolvedFilter,
  severalAlone,
  whereFilter,
} from './condition.ts'

export type FleetSort = { by: 'createdAt' | 'iccid' | 'statusAt'; direction: 'asc' | 'desc' }

export type PageOfProfiles = {
  filter: ResolvedFilter
  sort: FleetSort
  limit: number
  keyset: Keyset | undefined
  /** Columns in which the search matches something, when there is a search. */
  matched: readonly SearchedColumn[]
  /** Groups with a small share of all profiles: their own index finds a page fastest, whatever else must hold. */
  sparse?: ReadonlySet<string | null>
}

const sortColumns = { createdAt: 'created_at', iccid: 'iccid', statusAt: 'status_at' } as const

/**
 * Statements that select the ids of a page and one more, in the order of reading: backwards for the previous page. Most
 * use only an index. Several statements are to be run one after the other, until the page is full.
 */
export function pageOfProfiles(enterpriseId: string, page: PageOfProfiles): RawBuilder<unknown>[] {
  return page.filter.search === undefined ? [sortedPage(enterpriseId, page)] : searchedPages(enterpriseId, page)
}

const walked = ({ direction }: FleetSort, keyset: Keyset | undefined) =>
  (direction === 'asc') === !keyset?.back ? sql`asc` : sql`desc`

function sortedPage(enterpriseId: string, page: PageOfProfiles): RawBuilder<unknown> {
  const { filter, sort, limit, keyset } = page
  const by = column(sortColumns[sort.by])
  const direction = walked(sort, keyset)
  const several = sort.by === 'createdAt' ? severalAlone(filter) : undefined
  if (several) return pageOfSeveral(enterpriseId, page, several)
  const branches = sort.by === 'createdAt' ? branchesOf(filter) : [filter]
  const found = branches.length > 1 ? foundBy(by) : FOUND
  const isPlanned = sort.by === 'createdAt' && isServedByOnePlan(filter) && USUAL_LIMITS.includes(limit)
  const most = isPlanned ? sql.lit(limit + 1) : sql`${limit + 1}`
  const selected = branches.map((branch) => {
    const byGroup = sort.by === 'createdAt' ? groupPage(enterpriseId, page, { branch, found }) : undefined
    if (byGroup) return byGroup
    const empty = sort.by === 'createdAt' ? nullColumn(branch) : undefined
    return sql`
      (select ${found} from profile p
       where ${whereFilter(enterpriseId, branch)} ${afterKeyset(by, sort, keyset)}
       order by ${empty ? sql`${column(empty)}, ` : sql``} ${by} ${direction}, p.id ${direction} limit ${most})`
  })
  if (isPlanned) return sql`${sql.raw(PREPARED)} ${selected[0]!}`
  if (selected.length === 1) return selected[0]!
  return sql`
    select id, match, matched from (${sql.join(selected, sql` union all `)}) p
    order by walked_by ${direction}, id ${direction} limit ${limit + 1}`
}

/** The page sizes of the portal. Each has prepared statements of its own, so there must be few. */
const USUAL_LIMITS: readonly number[] = [25, 50, 100, 200]

const FOUND = sql`p.id, 0 as match, '' as matched`
/** With the value by which the rows of several branches are sorted. */
const foundBy = (by: RawBuilder<unknown>) => sql`${FOUND}, ${by} as walked_by`

/** The page of one condition with several values: one subquery for each value, planned once for all of them. */
function pageOfSeveral(
  enterpriseId: string,
  page: PageOfProfiles,
  { column: name, values }: Equals,
): RawBuilder<unknown> {
  const { filter, sort, limit, keyset } = page
  const by = column(sortColumns[sort.by])
  const direction = walked(sort, keyset)
  const isShown = asksForRemoved(filter.equals) ? sql`` : sql`and p.status <> 'REMOVED'`
  const type = sql.raw(typeOf(name))
  return sql`
    select p.id, p.match, p.matched from unnest(${[...new Set(values)]}::${type}[]) its(value) cross join lateral (
      select ${foundBy(by)} from profile p
      where p.enterprise_id = ${enterpriseId} and ${column(name)} = its.value ${isShown} ${afterKeyset(by, sort, keyset)}
      order by ${by} ${direction}, p.id ${direction} limit ${limit + 1}) p
    order by p.walked_by ${direction}, p.id ${direction} limit ${limit + 1}`
}

/** The page of a group by the group's own index, where nothing else must hold or the group is sparse. */
function groupPage(
  enterpriseId: string,
  page: PageOfProfiles,
  { branch, found: columns }: { branch: ResolvedFilter; found: RawBuilder<unknown> },
): RawBuilder<unknown> | undefined {
  const { sort, limit, keyset, sparse } = page
  const found = groupOf(branch)
  if (!found || !(countConditions(found.others) === 0 || sparse?.has(found.group))) return undefined
  const { group, others } = found
  const direction = walked(sort, keyset)
  const isIn = group === null ? sql`m.group_id is null` : sql`m.group_id = ${group}::uuid`
  const from = afterKeyset(sql`m.created_at`, sort, keyset, sql`m.profile_id`)
  return sql`
    (select ${columns}
     from profile_place m join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
     where m.enterprise_id = ${enterpriseId} and ${isIn} and ${whereFilter(enterpriseId, others)} ${from}
     order by ${group === null ? sql`m.group_id, ` : sql``} m.created_at ${direction}, m.profile_id ${direction}
     limit ${limit + 1})`
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
 * Matches are sorted by the column that matches: first ICCID, then IMSI and so on. So each column is read in the order of
 * its own index, and a prefix that a million profiles share costs no more than one that none has.
 */
function searchedPages(enterpriseId: string, page: PageOfProfiles): RawBuilder<unknown>[] {
  const { filter, matched, limit, keyset } = page
  const text = filter.search!
  const [at, value] = keyset ? splitMatch(keyset.value) : [undefined, '']
  const direction = keyset?.back ? sql`desc` : sql`asc`
  const compared = keyset?.back ? sql`<` : sql`>`
  const isPlanned = !keyset && countConditions(filter) <= 1 && USUAL_LIMITS.includes(limit)
  const branches = matched.flatMap((name) => {
    const number = searchedColumns.indexOf(name)
    if (at !== undefined && (keyset?.back ? number > at : number < at)) return []
    const earlier = matched.slice(0, matched.indexOf(name)).map((one) => sql`and (${begins(one, text)}) is not true`)
    const from =
      at === number ? sql`and (${column(name)}, p.id) ${compared} (${value}::text, ${keyset!.id}::uuid)` : sql``
    return [
      sql`${isPlanned ? sql.raw(PREPARED) : sql``}
      select p.id, ${sql.lit(number)} as match, ${column(name)} as matched from profile p
      where ${whereFilter(enterpriseId, filter)} and ${begins(name, text)} ${sql.join(earlier, sql` `)} ${from}
      order by ${column(name)} ${direction}, p.id ${direction} limit ${isPlanned ? sql.lit(limit + 1) : limit + 1}`,
    ]
  })
  return keyset?.back ? branches.reverse() : branches
}

/** What a cursor holds of a row that a search found. */
export const joinMatch = (match: number, matched: string): string => `${match} ${matched}`

function splitMatch(value: string): [number, string] {
  const [, number = '0', text = ''] = /^(\d) (.*)$/s.exec(value) ?? []
  return [Number(number), text]
}

const matching = (enterpriseId: string, name: SearchedColumn, text: string) => sql`
  select 1 from profile p where p.enterprise_id = ${enterpriseId} and p.status <> 'REMOVED' and ${begins(name, text)}`

/** Whether anything in each searched column begins with the text. */
export function areMatched(enterpriseId: string, text: string): RawBuilder<Record<SearchedColumn, boolean>> {
  const asked = searchedColumns.map((name) => sql`exists (${matching(enterpriseId, name, text)}) as ${sql.ref(name)}`)
  return sql`${sql.raw(PREPARED)} select ${sql.join(asked)}`
}

/** Counts a group alone by its own index. Without `order by` the database would scan the table. */
export function groupOnly(enterpriseId: string, filter: ResolvedFilter): RawBuilder<unknown> | undefined {
  const found = groupOf(filter)
  if (!found || countConditions(found.others) > 0) return undefined
  const isIn = found.group === null ? sql`m.group_id is null` : sql`m.group_id = ${found.group}::uuid`
  return sql`
    select 1 from profile_place m where m.enterprise_id = ${enterpriseId} and ${isIn}
    order by m.group_id, m.created_at desc, m.profile_id desc`
}

/** How many values of one column begin with the text, up to one more than the cap. */
export function countOfMatch(
  enterpriseId: string,
  name: SearchedColumn,
  text: string,
): RawBuilder<{ counted: number }> {
  return sql`${sql.raw(PREPARED)}
    select count(*)::int as counted from (${matching(enterpriseId, name, text)} limit ${sql.lit(COUNT_CAP + 1)}) capped`
}

/** The filter with its search, as one condition. */
export function everything(
  enterpriseId: string,
  { filter, matched }: Pick<PageOfProfiles, 'filter' | 'matched'>,
): RawBuilder<boolean> {
  const { search } = filter
  if (search === undefined) return whereFilter(enterpriseId, filter)
  if (matched.length === 0) return sql<boolean>`false`
  const any = matched.map((name) => begins(name, search))
  return sql<boolean>`${whereFilter(enterpriseId, filter)} and (${sql.join(any, sql` or `)})`
}

export const amongIds = (enterpriseId: string, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`p.enterprise_id = ${enterpriseId} and p.id = any(${ids}::uuid[])`

/** All profiles that match, except some, as of a time. */
export function selectedCondition(
  enterpriseId: string,
  asked: Pick<PageOfProfiles, 'filter' | 'matched'> & { except: readonly string[]; asOf: Date },
): RawBuilder<boolean> {
  const except = asked.except.length > 0 ? sql`and p.id <> all(${asked.except}::uuid[])` : sql``
  return sql<boolean>`${everything(enterpriseId, asked)} and p.created_at <= ${asked.asOf} ${except}`
}
