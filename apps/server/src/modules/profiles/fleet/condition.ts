import type { OrderState } from '@simwright/ids'
import { type RawBuilder, sql } from 'kysely'
import { condition } from '../../../db/expression.ts'
import { numberRange } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type EqualColumn, indexCoversEveryValue, isCombination, type PrefixColumn, type TimeColumn } from './column.ts'
import { isOneKey, keysOf, type TraitCondition, whereTrait } from './trait.ts'

export type Equals = {
  column: EqualColumn
  /** Matches any of them; null matches a column without a value. */
  values: readonly (string | null)[]
  /** Of the status AVAILABLE, only profiles in one of these order states. Undefined: all. */
  availableIn?: readonly OrderState[]
  /** Of the status DOWNLOADED, only profiles that have it since then or longer. Undefined: all. */
  downloadedUntil?: Date
  /** Of the profiles with these values, when the newest was created. */
  newest?: Date
}

export type TimeRange = { column: TimeColumn; from: Date | undefined; to: Date | undefined }

/** A filter in terms of the database: names are ids, ages are times. A profile must meet all conditions. */
export type ResolvedFilter = {
  equals: Equals[]
  prefixes: { column: PrefixColumn; prefix: string }[]
  /** `[from, to)` */
  ranges: TimeRange[]
  /** Conditions on tags and attributes. */
  traits: TraitCondition[]
  search: string | undefined
  /** Excludes sample data. */
  samples?: 'hidden'
}

export const column = (name: string): RawBuilder<unknown> => sql.ref(`p.${name}`)

/** Whether the column begins with the text. */
export const begins = (name: PrefixColumn, text: string): RawBuilder<boolean> => numberRange(name, column(name), text)

/**
 * The filter except its search, as one condition on `profile p`. Excludes removed profiles unless the filter names that
 * status.
 */
export function whereFilter(
  enterpriseId: EnterpriseId,
  { equals, prefixes, ranges, traits, samples }: ResolvedFilter,
): RawBuilder<boolean> {
  const profiles = asksForRemoved(equals) ? 'with removed' : 'listed'
  const all = [
    sql`p.enterprise_id = ${enterpriseId}`,
    ...(asksForRemoved(equals) ? [] : [sql`not p.removed`]),
    ...(samples === 'hidden' ? [sql`not p.sample`] : []),
    ...equals.map(whereEquals),
    ...traits.map((trait) => whereTrait(enterpriseId, trait, profiles)),
    ...prefixes.map(({ column, prefix }) => begins(column, prefix)),
    ...ranges.flatMap(({ column: name, from, to }) => [
      ...(from ? [sql`${column(name)} >= ${from}`] : []),
      ...(to ? [sql`${column(name)} < ${to}`] : []),
    ]),
  ]
  return condition`${sql.join(all, sql` and `)}`
}

export function asksForRemoved(equals: readonly Equals[]): boolean {
  return equals.some(({ column, values }) => column === 'status' && values.includes('REMOVED'))
}

function whereEquals({ column: name, values, availableIn, downloadedUntil, newest }: Equals): RawBuilder<unknown> {
  if (name === 'group_id') return isInGroup(values)
  const oneOf =
    isCombination(name) && values.length > 1
      ? sql`${column(name)} = any(${[...values]}::uuid[])`
      : isAmong(column(name), values)
  const among = downloadedUntil
    ? sql`${oneOf} and (p.status <> 'DOWNLOADED' or p.status_at <= ${downloadedUntil})`
    : oneOf
  // other indexes are then read from there on
  if (newest) return sql`${among} and p.created_at <= ${newest}`
  if (!availableIn) return among
  const isLimited = isAmong(column('order_state'), availableIn)
  return values.length === 1
    ? sql`${among} and ${isLimited}`
    : sql`${among} and (p.status <> 'AVAILABLE' or ${isLimited})`
}

/** The group is in the table of memberships; a profile of a deleted group has none. */
export function isInGroup(values: Equals['values']): RawBuilder<unknown> {
  const hasMembership = (condition: RawBuilder<unknown>) => sql`exists (
    select 1 from profile_place m where m.enterprise_id = p.enterprise_id and m.profile_id = p.id and ${condition})`
  if (!values.includes(null)) return hasMembership(isAmong(sql`m.group_id`, values))
  const ids = values.filter((value) => value !== null)
  const isElsewhere = ids.length === 0 ? sql`true` : sql`m.group_id not in (${sql.join(ids)})`
  return sql`not ${hasMembership(sql`m.group_id is not null and ${isElsewhere}`)}`
}

export function isAmong(name: RawBuilder<unknown>, values: Equals['values']): RawBuilder<unknown> {
  const texts = values.filter((value) => value !== null)
  const isNull = sql`${name} is null`
  if (values.length === 0) return sql`false`
  if (texts.length === 0) return isNull
  const isOne = texts.length === 1 ? sql`${name} = ${texts[0]}` : sql`${name} in (${sql.join(texts)})`
  return texts.length === values.length ? isOne : sql`(${isOne} or ${isNull})`
}

/** The number of conditions of a filter, its search and limits to order states included. 0: it matches every profile. */
export const countConditions = ({ equals, prefixes, ranges, traits, search }: ResolvedFilter): number =>
  equals.reduce(
    (sum, { availableIn, downloadedUntil }) => sum + 1 + (availableIn ? 1 : 0) + (downloadedUntil ? 1 : 0),
    0,
  ) +
  prefixes.length +
  ranges.length +
  traits.length +
  (search === undefined ? 0 : 1)

/**
 * Whether one prepared plan is good for every value of this filter: it has no condition, or one value of a column whose
 * index covers every value.
 */
export function isServedByOnePlan(filter: ResolvedFilter): boolean {
  const [one] = filter.equals
  if (!one) return countConditions(filter) === 0
  return (
    countConditions(filter) === 1 &&
    one.values.length === 1 &&
    one.values[0] !== null &&
    indexCoversEveryValue(one.column)
  )
}

const BRANCHES_MAX = 10

/**
 * Splits the first condition with several values into one filter per value, so that each can use an index sorted like
 * the list. No profile matches two of them. With too many values, the filter is returned as it is.
 */
export function branchesOf(filter: ResolvedFilter): ResolvedFilter[] {
  const several = filter.equals.find(
    ({ column, values, availableIn }) =>
      (values.length > 1 || availableIn) && values.length <= BRANCHES_MAX && !isCombination(column),
  )
  if (!several) return [filter]
  const others = filter.equals.filter((one) => one !== several)
  return [...new Set(several.values)].flatMap((value) =>
    conditionsOf(several, value).map((conditions) => ({ ...filter, equals: [...others, ...conditions] })),
  )
}

/**
 * Splits a filter by any of several tags or values into one filter for each, whose profiles the index has in the order of
 * lists. A profile can match several of them.
 */
export function branchesOfTraits(filter: ResolvedFilter): ResolvedFilter[] {
  const [trait] = filter.traits
  if (!trait || trait.size === 'few' || countConditions(filter) > 1 || asksForRemoved(filter.equals)) return [filter]
  const keys = keysOf(trait)
  return keys.length > 1 && keys.length <= BRANCHES_MAX ? keys.map((key) => ({ ...filter, traits: [key] })) : [filter]
}

/** The conditions of each branch for one value: an available profile has one branch per order state. */
function conditionsOf({ column, availableIn, downloadedUntil }: Equals, value: string | null): Equals[][] {
  const limit = value === 'DOWNLOADED' && downloadedUntil ? { downloadedUntil } : {}
  const condition: Equals = { column, values: [value], ...limit }
  if (!availableIn || value !== 'AVAILABLE') return [[condition]]
  return availableIn.map((state) => [condition, { column: 'order_state', values: [state] }])
}

/** The only condition of the filter, if it has several values. Not if one is null, which needs a branch of its own. */
export function multiValueFilter(filter: ResolvedFilter): Equals | undefined {
  const [one] = filter.equals
  if (!one || countConditions(filter) > 1) return undefined
  return one.values.length > 1 && one.column !== 'group_id' && !one.values.includes(null) ? one : undefined
}

/**
 * The column that the filter requires to be null, if it has an index: PostgreSQL uses it only when the order names the column.
 * Undefined when another column has one value, because then that column's index is used.
 */
export function nullColumn({ equals }: ResolvedFilter): EqualColumn | undefined {
  const single = equals.filter(({ column, values }) => values.length === 1 && column !== 'group_id')
  const first = single[0]?.column
  return first && indexCoversEveryValue(first) && single.every(({ values }) => values[0] === null) ? first : undefined
}

/** The groups of a filter that has no other condition and names several. */
export function groupsOf(filter: ResolvedFilter): readonly string[] | undefined {
  const [one] = filter.equals
  if (one?.column !== 'group_id' || one.values.length < 2 || countConditions(filter) > 1) return undefined
  const groups = one.values.filter((value) => value !== null)
  return groups.length === one.values.length ? [...new Set(groups)] : undefined
}

/** The condition on one tag or one value that is the whole filter. */
export function traitOf(filter: ResolvedFilter): TraitCondition | undefined {
  const [trait] = filter.traits
  return trait && countConditions(filter) === 1 && isOneKey(trait) ? trait : undefined
}

/** The condition on one tag or one value whose rows of the index can list the page, and the filter without it. */
export function listedTrait(filter: ResolvedFilter): { trait: TraitCondition; others: ResolvedFilter } | undefined {
  if (asksForRemoved(filter.equals)) return undefined
  const trait = traitOf(filter) ?? filter.traits.find((one) => one.size === 'some' && isOneKey(one))
  return trait && { trait, others: { ...filter, traits: filter.traits.filter((one) => one !== trait) } }
}

/** The single group of the filter, whose index can list the page, and the filter without it. */
export function groupOf(filter: ResolvedFilter): { group: string | null; others: ResolvedFilter } | undefined {
  const found = filter.equals.find(({ column, values }) => column === 'group_id' && values.length === 1)
  if (!found || asksForRemoved(filter.equals)) return undefined
  return { group: found.values[0]!, others: { ...filter, equals: filter.equals.filter((one) => one !== found) } }
}
