import { type RawBuilder, sql } from 'kysely'
import { PREPARED } from '../../../db/connection.ts'
import { COUNT_CAP, type Keyset } from '../../../db/page.ts'
import {
  asksForRemoved,
  begins,
  branchesOf,
  column,
  emptyColumn,
  type Facet,
  groupOf,
  isOpen,
  isPlain,
  isSingle,
  type Narrowing,
  narrowed,
  type SearchedColumn,
  searchedColumns,
  severalAlone,
} from './condition.ts'

export type FleetSort = { by: 'createdAt' | 'iccid' | 'statusAt'; direction: 'asc' | 'desc' }

export type PageOfProfiles = {
  narrowing: Narrowing
  sort: FleetSort
  limit: number
  keyset: Keyset | undefined
  /** Identifiers that the search begins, when there is one. */
  matched: readonly SearchedColumn[]
  /** Groups that hold few of all profiles: their own index leads to a page soonest, whatever else must hold. */
  sparse?: ReadonlySet<string | null>
}

const sortColumns = { createdAt: 'created_at', iccid: 'iccid', statusAt: 'status_at' } as const

/**
 * Which profiles are on a page, and one more, in the order they are walked: backwards for a page before. An index alone
 * tells most of them. Several statements are asked one after the other, until the page is full.
 */
export function pageOfProfiles(enterpriseId: string, page: PageOfProfiles): RawBuilder<unknown>[] {
  return page.narrowing.search === undefined ? [sortedPage(enterpriseId, page)] : searchedPages(enterpriseId, page)
}

const walked = ({ direction }: FleetSort, keyset: Keyset | undefined) =>
  (direction === 'asc') === !keyset?.back ? sql`asc` : sql`desc`

function sortedPage(enterpriseId: string, page: PageOfProfiles): RawBuilder<unknown> {
  const { narrowing, sort, limit, keyset } = page
  const by = column(sortColumns[sort.by])
  const direction = walked(sort, keyset)
  const several = sort.by === 'createdAt' ? severalAlone(narrowing) : undefined
  if (several) return pageOfSeveral(enterpriseId, page, several)
  const branches = sort.by === 'createdAt' ? branchesOf(narrowing) : [narrowing]
  const found = branches.length > 1 ? foundBy(by) : FOUND
  const isPlanned = sort.by === 'createdAt' && isPlain(narrowing) && USUAL_LIMITS.includes(limit)
  const most = isPlanned ? sql.lit(limit + 1) : sql`${limit + 1}`
  const selected = branches.map((branch) => {
    const placed = sort.by === 'createdAt' ? placedPage(enterpriseId, page, { branch, found }) : undefined
    if (placed) return placed
    const empty = sort.by === 'createdAt' ? emptyColumn(branch) : undefined
    return sql`
      (select ${found} from profile p
       where ${narrowed(enterpriseId, branch)} ${behind(by, sort, keyset)}
       order by ${empty ? sql`${column(empty)}, ` : sql``} ${by} ${direction}, p.id ${direction} limit ${most})`
  })
  if (isPlanned) return sql`${sql.raw(PREPARED)} ${selected[0]!}`
  if (selected.length === 1) return selected[0]!
  return sql`
    select id, match, matched from (${sql.join(selected, sql` union all `)}) p
    order by walked_by ${direction}, id ${direction} limit ${limit + 1}`
}

/** As many rows as the pages of the portal have: each makes statements of its own, of which there must be few. */
const USUAL_LIMITS: readonly number[] = [25, 50, 100, 200]

const FOUND = sql`p.id, 0 as match, '' as matched`
/** With what branches are put in order by. */
const foundBy = (by: RawBuilder<unknown>) => sql`${FOUND}, ${by} as walked_by`

const uuidColumns: readonly Facet['column'][] = ['configuration_id', 'batch_id', 'campaign_id', 'created_by']

/** The branches of one facet with nothing beside it: the same statement for each value, which is planned only once so. */
function pageOfSeveral(
  enterpriseId: string,
  page: PageOfProfiles,
  { column: name, values }: Facet,
): RawBuilder<unknown> {
  const { narrowing, sort, limit, keyset } = page
  const by = column(sortColumns[sort.by])
  const direction = walked(sort, keyset)
  const isShown = asksForRemoved(narrowing.facets) ? sql`` : sql`and p.status <> 'REMOVED'`
  const type = sql.raw(uuidColumns.includes(name) ? 'uuid' : 'text')
  return sql`
    select p.id, p.match, p.matched from unnest(${[...new Set(values)]}::${type}[]) its(value) cross join lateral (
      select ${foundBy(by)} from profile p
      where p.enterprise_id = ${enterpriseId} and ${column(name)} = its.value ${isShown} ${behind(by, sort, keyset)}
      order by ${by} ${direction}, p.id ${direction} limit ${limit + 1}) p
    order by p.walked_by ${direction}, p.id ${direction} limit ${limit + 1}`
}

/** The page of a group by the index of that group, where nothing else is asked or the group is sparse. */
function placedPage(
  enterpriseId: string,
  page: PageOfProfiles,
  { branch, found: columns }: { branch: Narrowing; found: RawBuilder<unknown> },
): RawBuilder<unknown> | undefined {
  const { sort, limit, keyset, sparse } = page
  const found = groupOf(branch)
  if (!found || !(isOpen(found.others) || sparse?.has(found.group))) return undefined
  const { group, others } = found
  const direction = walked(sort, keyset)
  const isIn = group === null ? sql`m.group_id is null` : sql`m.group_id = ${group}::uuid`
  const from = behind(sql`m.created_at`, sort, keyset, sql`m.profile_id`)
  return sql`
    (select ${columns}
     from profile_place m join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
     where m.enterprise_id = ${enterpriseId} and ${isIn} and ${narrowed(enterpriseId, others)} ${from}
     order by ${group === null ? sql`m.group_id, ` : sql``} m.created_at ${direction}, m.profile_id ${direction}
     limit ${limit + 1})`
}

function behind(
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
 * Matches come in the order of what matches: first by ICCID, then by IMSI and so on. So each is walked in its own index, and
 * a beginning that a million profiles share costs no more than one that none has.
 */
function searchedPages(enterpriseId: string, page: PageOfProfiles): RawBuilder<unknown>[] {
  const { narrowing, matched, limit, keyset } = page
  const text = narrowing.search!
  const [at, value] = keyset ? splitMatch(keyset.value) : [undefined, '']
  const direction = keyset?.back ? sql`desc` : sql`asc`
  const compared = keyset?.back ? sql`<` : sql`>`
  const isPlanned = !keyset && isSingle(narrowing) && USUAL_LIMITS.includes(limit)
  const branches = matched.flatMap((name) => {
    const number = searchedColumns.indexOf(name)
    if (at !== undefined && (keyset?.back ? number > at : number < at)) return []
    const earlier = matched.slice(0, matched.indexOf(name)).map((one) => sql`and (${begins(one, text)}) is not true`)
    const from =
      at === number ? sql`and (${column(name)}, p.id) ${compared} (${value}::text, ${keyset!.id}::uuid)` : sql``
    return [
      sql`${isPlanned ? sql.raw(PREPARED) : sql``}
      select p.id, ${sql.lit(number)} as match, ${column(name)} as matched from profile p
      where ${narrowed(enterpriseId, narrowing)} and ${begins(name, text)} ${sql.join(earlier, sql` `)} ${from}
      order by ${column(name)} ${direction}, p.id ${direction} limit ${isPlanned ? sql.lit(limit + 1) : limit + 1}`,
    ]
  })
  return keyset?.back ? branches.reverse() : branches
}

/** What a cursor keeps of a row that a search found. */
export const joinMatch = (match: number, matched: string): string => `${match} ${matched}`

function splitMatch(value: string): [number, string] {
  const [, number = '0', text = ''] = /^(\d) (.*)$/s.exec(value) ?? []
  return [Number(number), text]
}

const matching = (enterpriseId: string, name: SearchedColumn, text: string) => sql`
  select 1 from profile p where p.enterprise_id = ${enterpriseId} and p.status <> 'REMOVED' and ${begins(name, text)}`

/** Whether any identifier of each kind begins so. */
export function areMatched(enterpriseId: string, text: string): RawBuilder<Record<SearchedColumn, boolean>> {
  const asked = searchedColumns.map((name) => sql`exists (${matching(enterpriseId, name, text)}) as ${sql.ref(name)}`)
  return sql`${sql.raw(PREPARED)} select ${sql.join(asked)}`
}

/** A group alone is counted by its own index; in its order, for the database would rather read through the table. */
export function placedOnly(enterpriseId: string, narrowing: Narrowing): RawBuilder<unknown> | undefined {
  const found = groupOf(narrowing)
  if (!found || !isOpen(found.others)) return undefined
  const isIn = found.group === null ? sql`m.group_id is null` : sql`m.group_id = ${found.group}::uuid`
  return sql`
    select 1 from profile_place m where m.enterprise_id = ${enterpriseId} and ${isIn}
    order by m.group_id, m.created_at desc, m.profile_id desc`
}

/** How many of one kind begin so, up to one more than the cap. */
export function countOfMatch(
  enterpriseId: string,
  name: SearchedColumn,
  text: string,
): RawBuilder<{ counted: number }> {
  return sql`${sql.raw(PREPARED)}
    select count(*)::int as counted from (${matching(enterpriseId, name, text)} limit ${sql.lit(COUNT_CAP + 1)}) capped`
}

/** The narrowing with its search, as one condition. */
export function everything(
  enterpriseId: string,
  { narrowing, matched }: Pick<PageOfProfiles, 'narrowing' | 'matched'>,
): RawBuilder<boolean> {
  const { search } = narrowing
  if (search === undefined) return narrowed(enterpriseId, narrowing)
  if (matched.length === 0) return sql<boolean>`false`
  const any = matched.map((name) => begins(name, search))
  return sql<boolean>`${narrowed(enterpriseId, narrowing)} and (${sql.join(any, sql` or `)})`
}

export const amongIds = (enterpriseId: string, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`p.enterprise_id = ${enterpriseId} and p.id = any(${ids}::uuid[])`

/** Everything that is let through but the exceptions, of what was there at a moment. */
export function selectedCondition(
  enterpriseId: string,
  asked: Pick<PageOfProfiles, 'narrowing' | 'matched'> & { except: readonly string[]; asOf: Date },
): RawBuilder<boolean> {
  const except = asked.except.length > 0 ? sql`and p.id <> all(${asked.except}::uuid[])` : sql``
  return sql<boolean>`${everything(enterpriseId, asked)} and p.created_at <= ${asked.asOf} ${except}`
}
