import { type RawBuilder, sql } from 'kysely'
import { prefixRange } from '../../../db/page.ts'

export type Facet = {
  column:
    | 'status'
    | 'order_state'
    | 'configuration_id'
    | 'group_id'
    | 'batch_id'
    | 'campaign_id'
    | 'ac_format'
    | 'device_brand'
    | 'region'
    | 'protection'
    | 'spn'
    | 'created_by'
    | 'recycle_status'
    | 'recycle_reason'
  /** Any of them; null is nothing there. */
  values: readonly (string | null)[]
}

export type PrefixColumn = 'iccid' | 'imsi' | 'msisdn' | 'eid' | 'matching_id' | 'notes'

export type Span = { column: 'created_at' | 'status_at' | 'recycle_at'; from: Date | undefined; to: Date | undefined }

/** A filter as the database takes it: everything must hold. */
export type Narrowing = {
  facets: Facet[]
  prefixes: { column: PrefixColumn; prefix: string }[]
  spans: Span[]
  search: string | undefined
  /** Sample data is left out. */
  samples?: 'hidden'
}

/** An identifier that a search may begin, in the order in which matches are shown. */
export const searchedColumns = ['iccid', 'imsi', 'eid', 'msisdn', 'matching_id'] as const
export type SearchedColumn = (typeof searchedColumns)[number]

export const column = (name: string): RawBuilder<unknown> => sql.ref(`p.${name}`)

/** Whether the search's text begins this identifier. */
export const begins = (name: PrefixColumn, text: string): RawBuilder<boolean> => prefixRange(column(name), text)

/** The narrowing, but for its search, as one condition on `profile p`. What was removed shows only where it is asked for. */
export function narrowed(enterpriseId: string, { facets, prefixes, spans, samples }: Narrowing): RawBuilder<boolean> {
  const all = [
    sql`p.enterprise_id = ${enterpriseId}`,
    ...(asksForRemoved(facets) ? [] : [sql`p.status <> 'REMOVED'`]),
    ...(samples === 'hidden' ? [sql`not p.sample`] : []),
    ...facets.map(holds),
    ...prefixes.map(({ column, prefix }) => begins(column, prefix)),
    ...spans.flatMap(({ column: name, from, to }) => [
      ...(from ? [sql`${column(name)} >= ${from}`] : []),
      ...(to ? [sql`${column(name)} < ${to}`] : []),
    ]),
  ]
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

export function asksForRemoved(facets: readonly Facet[]): boolean {
  return facets.some(({ column, values }) => column === 'status' && values.includes('REMOVED'))
}

function holds(facet: Facet): RawBuilder<unknown> {
  if (facet.column === 'group_id') return isPlaced(facet.values)
  return isAmong(column(facet.column), facet.values)
}

/** The group stands beside the profile; one that is deleted has none. */
function isPlaced(values: Facet['values']): RawBuilder<unknown> {
  const place = (condition: RawBuilder<unknown>) => sql`exists (
    select 1 from profile_place m where m.enterprise_id = p.enterprise_id and m.profile_id = p.id and ${condition})`
  if (!values.includes(null)) return place(isAmong(sql`m.group_id`, values))
  const ids = values.filter((value) => value !== null)
  const isElsewhere = ids.length === 0 ? sql`true` : sql`m.group_id not in (${sql.join(ids)})`
  return sql`not ${place(sql`m.group_id is not null and ${isElsewhere}`)}`
}

function isAmong(name: RawBuilder<unknown>, values: Facet['values']): RawBuilder<unknown> {
  const texts = values.filter((value) => value !== null)
  const isNone = sql`${name} is null`
  if (values.length === 0) return sql`false`
  if (texts.length === 0) return isNone
  const isOne = texts.length === 1 ? sql`${name} = ${texts[0]}` : sql`${name} in (${sql.join(texts)})`
  return texts.length === values.length ? isOne : sql`(${isOne} or ${isNone})`
}

const MOST_BRANCHES = 10

/**
 * The narrowing in branches of one value each, for the facet that allows several: each branch then has an index that ends
 * in the order of the list. No profile is in two branches.
 */
export function branchesOf(narrowing: Narrowing): Narrowing[] {
  const several = narrowing.facets.find(({ values }) => values.length > 1 && values.length <= MOST_BRANCHES)
  if (!several) return [narrowing]
  const others = narrowing.facets.filter((facet) => facet !== several)
  return [...new Set(several.values)].map((value) => ({
    ...narrowing,
    facets: [...others, { column: several.column, values: [value] }],
  }))
}

/** The facet of several values that is the whole narrowing; a profile without a value is found by a branch of its own. */
export function severalAlone(narrowing: Narrowing): Facet | undefined {
  const [facet] = narrowing.facets
  const others = { ...narrowing, facets: narrowing.facets.slice(1) }
  const isIt = facet && facet.values.length > 1 && facet.column !== 'group_id' && !facet.values.includes(null)
  return isIt && isOpen(others) ? facet : undefined
}

/**
 * The column that is nothing by the narrowing: its index knows the order behind it only when it is named in the order. Where
 * another facet has one value, that one's index is walked.
 */
export function emptyColumn({ facets }: Narrowing): Facet['column'] | undefined {
  const single = facets.filter(({ column, values }) => values.length === 1 && column !== 'group_id')
  return single.every(({ values }) => values[0] === null) ? single[0]?.column : undefined
}

/** The group by whose own index a page may be walked, and what else must hold. */
export function groupOf(narrowing: Narrowing): { group: string | null; others: Narrowing } | undefined {
  const facet = narrowing.facets.find(({ column, values }) => column === 'group_id' && values.length === 1)
  if (!facet || asksForRemoved(narrowing.facets)) return undefined
  return { group: facet.values[0]!, others: { ...narrowing, facets: narrowing.facets.filter((one) => one !== facet) } }
}

export const isOpen = ({ facets, prefixes, spans, search }: Narrowing): boolean =>
  facets.length + prefixes.length + spans.length === 0 && search === undefined

/** Each value of these has its place in an index that ends in the order of the list. */
const wholeColumns: readonly Facet['column'][] = [
  'status',
  'order_state',
  'configuration_id',
  'batch_id',
  'device_brand',
  'region',
  'protection',
  'spn',
  'created_by',
]

/** Nothing, or one value of such a column: the same index leads to every value, so one plan serves them all. */
export function isPlain(narrowing: Narrowing): boolean {
  const [facet, ...more] = narrowing.facets
  if (more.length > 0 || !isOpen({ ...narrowing, facets: [] })) return false
  return !facet || (facet.values.length === 1 && facet.values[0] !== null && wholeColumns.includes(facet.column))
}

/** Not more than one thing is asked: its own index counts it. */
export const isSingle = ({ facets, prefixes, spans, search }: Narrowing): boolean =>
  facets.length + prefixes.length + spans.length + (search === undefined ? 0 : 1) <= 1
