import { Problem } from '@simwright/contract'
import {
  type FieldOf,
  type FieldValue,
  fleetFields,
  type RowOf,
  type TimeField,
  type ValueField,
} from '@simwright/contract/profiles/fleet-field'
import type { FleetFilter } from '@simwright/contract/profiles/fleet-filter'
import { type LegacyName, legacyNames, legacyTimes } from '@simwright/contract/profiles/fleet-legacy'
import { isIdValue, parseFleetQuery, type QueryTerm } from '@simwright/contract/profiles/fleet-query'
import type { OrderState } from '@simwright/ids'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { type GroupLimit, groupLimitIn } from '../../../db/group-limit.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { selectAttributes } from '../attributes/service.ts'
import { isIndexComplete, profileCombinations, selectCombinations } from '../lifecycle/service.ts'
import { startOfDay } from '../rollup/service.ts'
import { withMergedTags } from '../tags/service.ts'
import { combinationOf, fleetColumns } from './column.ts'
import { asksForRemoved, column, type Equals, isAmong, type ResolvedFilter, type TimeRange } from './condition.ts'
import { type NameQuery, selectByName, selectSpellings } from './lookup.ts'
import { areSamplesHidden } from './queries.ts'
import { attributeCondition, tagCondition, withSize } from './trait.ts'

type FilterRequest = { enterpriseId: EnterpriseId; filter: FleetFilter; now: Date; timeZone: string }

/**
 * What a filter means at a time: names become ids, ages become times. Sample data is hidden once there are real profiles,
 * unless a search or another condition asks for it.
 * @throws Problem `invalid`, with a fault for each term of the query that cannot be understood
 */
export async function resolveFilter(db: TenantDb, { filter, now, timeZone }: FilterRequest) {
  const { enterpriseId } = db
  const { terms, faults } = parseFleetQuery(filter.query ?? '')
  if (faults.length > 0) throw queryProblem(faults.map(({ text }) => text))
  const context = { db, enterpriseId, now, timeZone }
  const resolved = await legacyConditions(context, filter)
  const unknown: string[] = []
  for (const term of terms) {
    const fault = await addTerm(context, resolved, term)
    if (fault) unknown.push(fault)
  }
  if (unknown.length > 0) throw queryProblem(unknown)
  if (countsLikeFigures(resolved) && (await areSamplesHidden(db))) resolved.samples = 'hidden'
  await combineEquals(db, resolved)
  const limit = groupLimitIn(enterpriseId)
  if (limit) limitToGroups(resolved, limit)
  return resolved
}

/**
 * Replaces conditions on columns that share an index by one on their combination. Removed profiles are not in these
 * indexes.
 */
async function combineEquals(db: TenantDb, resolved: ResolvedFilter): Promise<void> {
  if (asksForRemoved(resolved.equals)) return
  for (const name of profileCombinations) {
    const own = resolved.equals.filter(({ column }) => combinationOf(column) === name)
    if (!own.some((one) => isIndexComplete(name, one))) continue
    const condition = sql.join(
      own.map(({ column: its, values }) => isAmong(column(its), values)),
      sql` and `,
    )
    const found = await selectCombinations(db, { name, condition })
    const combined: Equals = { column: name, values: found.map(({ hash }) => hash) }
    if (found[0]) combined.newest = found[0].newest
    resolved.equals = [...resolved.equals.filter((one) => !own.includes(one)), combined]
  }
}

/**
 * The condition of a member's limit to groups. The database enforces the limit in any case; with the condition, it reads
 * the index of the groups.
 */
function limitToGroups(resolved: ResolvedFilter, limit: GroupLimit): void {
  const named = resolved.equals.find(({ column }) => column === 'group_id')
  const values = named ? limit.groups.filter((id) => named.values.includes(id)) : limit.groups
  resolved.equals = [...resolved.equals.filter((one) => one !== named), { column: 'group_id', values }]
}

/** Figures count profiles by these columns, without sample data. */
const figureColumns: readonly string[] = ['status', 'device_brand']

const countsLikeFigures = ({ equals, prefixes, ranges, traits, search }: ResolvedFilter): boolean =>
  search === undefined &&
  prefixes.length + ranges.length + traits.length === 0 &&
  equals.every(({ column }) => figureColumns.includes(column))

function queryProblem(texts: readonly string[]): Problem {
  return new Problem('invalid', {}, { faults: texts.map((text) => ({ path: 'filter.query', rule: 'query', text })) })
}

const HOUR_MS = 3_600_000

type Context = { db: TenantDb; enterpriseId: EnterpriseId; now: Date; timeZone: string }

/**
 * The conditions under the older names of a filter. Their values are stored values and ids, so no name is looked up.
 */
async function legacyConditions(context: Context, filter: FleetFilter): Promise<ResolvedFilter> {
  const resolved: ResolvedFilter = { equals: [], prefixes: [], ranges: [], traits: [], search: searchOf(filter.search) }
  for (const name of Object.keys(legacyNames) as LegacyName[]) {
    const value = filter[name]
    if (value && value.length > 0)
      await addStored(context, resolved, { field: legacyNames[name], values: [value].flat() })
  }
  for (const { field, from, to } of legacyTimes) {
    const time = (text: string | undefined) => (text ? new Date(text) : undefined)
    if (filter[from] || filter[to]) addRange(resolved, field, { from: time(filter[from]), to: time(filter[to]) })
  }
  return resolved
}

type Values = { field: ValueField; values: readonly string[] }

/** Tags are younger than the older names. */
type StoredValues = { field: Exclude<ValueField, 'tag'>; values: readonly string[] }

async function addStored(context: Context, resolved: ResolvedFilter, { field, values }: StoredValues): Promise<void> {
  if (isPrefixField(field)) addPrefix(resolved, field, values[0]!)
  else if (field === 'type') addEquals(resolved, field, await idsOf(context, fleetColumns.type.ids, values))
  else
    addEquals(
      resolved,
      field,
      values.map((value) => (emptyWords[field] === value ? null : value)),
    )
}

/** Values of the older names that mean "no value". */
const emptyWords: Partial<Record<ValueField, string>> = { group: 'none', protection: 'NONE' }

const isPrefixField = (field: ValueField): field is FieldOf<'prefix'> => fleetFields[field].kind === 'prefix'

function addEquals(resolved: ResolvedFilter, field: Exclude<EqualField, 'tag'>, values: Equals['values']): void {
  resolved.equals.push({ column: fleetColumns[field].column, values })
}

function addPrefix(resolved: ResolvedFilter, field: FieldOf<'prefix'>, text: string): void {
  const { column, stores }: { column: (typeof fleetColumns)[typeof field]['column']; stores?: string } =
    fleetColumns[field]
  resolved.prefixes.push({ column, prefix: stores === 'matching ids' ? searchOf(text)! : text })
}

function addRange(resolved: ResolvedFilter, field: TimeField, { from, to }: Pick<TimeRange, 'from' | 'to'>): void {
  resolved.ranges.push({ column: fleetColumns[field].column, from, to })
}

const ACTIVATION_CODE = /^(?:LPA:)?1\$[^$]*\$([0-9A-Z-]+)/i

/** Identifiers are stored in upper case; of an activation code only its matching id is searched. */
function searchOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  return (ACTIVATION_CODE.exec(text)?.[1] ?? text.replaceAll(' ', '')).toUpperCase()
}

/** @returns an error text when a name does not exist or a second number is searched */
async function addTerm(context: Context, resolved: ResolvedFilter, term: QueryTerm): Promise<string | undefined> {
  const { now, timeZone } = context
  if (term.kind === 'values') return await addValues(context, resolved, term)
  if (term.kind === 'attribute') return await addAttribute(context, resolved, term)
  if (term.kind === 'word') {
    if (resolved.search !== undefined) return 'Only one number can be searched at a time.'
    resolved.search = searchOf(term.text)
    return undefined
  }
  if (term.kind === 'age') {
    const at = new Date(now.getTime() - term.ms)
    addRange(
      resolved,
      term.field,
      term.compared === 'older' ? { from: undefined, to: at } : { from: at, to: undefined },
    )
    return undefined
  }
  const startOf = (day: string, daysLater: number) => startOfDay(new Date(`${day}T12:00:00Z`), timeZone, daysLater)
  addRange(resolved, term.field, {
    from: term.from ? startOf(term.from, 0) : undefined,
    to: term.to ? startOf(term.to, 1) : undefined,
  })
  return undefined
}

/** @returns an error text when the attribute does not exist, or a value does not fit it */
async function addAttribute(
  { db }: Context,
  resolved: ResolvedFilter,
  term: Extract<QueryTerm, { kind: 'attribute' }>,
): Promise<string | undefined> {
  const attribute = (await selectAttributes(db)).find(({ word }) => word === term.word)
  if (!attribute) return `There is no attribute named "${term.word}".`
  const condition = attributeCondition(attribute, term)
  if (typeof condition === 'string') return condition
  resolved.traits.push(await withSize(db, condition))
  return undefined
}

type EqualField = Exclude<ValueField, FieldOf<'prefix'>>

/** @returns an error text when a name does not exist */
async function addValues(
  context: Context,
  resolved: ResolvedFilter,
  { field, values }: Values,
): Promise<string | undefined> {
  if (isPrefixField(field)) {
    addPrefix(resolved, field, values[0]!)
    return undefined
  }
  const found = await storedOf(context, field, values)
  if (typeof found === 'string') return found
  if (field === 'tag') {
    const ids = await withMergedTags(
      context.db,
      found.filter((id) => id !== null),
    )
    const condition = tagCondition(found.includes(null) ? [...ids, null] : ids)
    resolved.traits.push(await withSize(context.db, condition))
    return undefined
  }
  addEquals(resolved, field, found)
  const availableIn = field === 'status' ? orderStatesOf(values) : undefined
  if (availableIn) resolved.equals.at(-1)!.availableIn = availableIn
  const hours = field === 'status' ? unchangedHoursOf(values) : undefined
  if (hours) resolved.equals.at(-1)!.downloadedUntil = new Date(context.now.getTime() - hours * HOUR_MS)
  return undefined
}

/** The order states to which the values limit available profiles; undefined when they match all or none of them. */
function orderStatesOf(values: readonly string[]): OrderState[] | undefined {
  const words: Readonly<Record<string, FieldValue>> = fleetFields.status.values
  const chosen = [...new Set(values.map((value) => value.toLowerCase()))]
  const isCovered = words.available!.covers!.every((word) => chosen.includes(word))
  const states = chosen.flatMap((word) => words[word]!.orders ?? [])
  return isCovered || chosen.includes('available') || states.length === 0 ? undefined : states
}

/** The hours for which the status of downloaded profiles has not changed; undefined when the values match all or none of them. */
function unchangedHoursOf(values: readonly string[]): number | undefined {
  const words: Readonly<Record<string, FieldValue>> = fleetFields.status.values
  const chosen = values.map((value) => value.toLowerCase())
  return chosen.includes('downloaded') ? undefined : chosen.flatMap((word) => words[word]!.unchangedHours ?? [])[0]
}

/** The stored values for the values of a query. @returns an error text when a name does not exist */
async function storedOf(
  context: Context,
  field: EqualField,
  values: readonly string[],
): Promise<Equals['values'] | string> {
  const row: RowOf<'choice' | 'named' | 'text' | 'code'> = fleetFields[field]
  const { column, ids }: { column: string; ids?: NameQuery } = fleetColumns[field]
  if (row.kind === 'named') return await idsOfNames(context, { row, query: ids!, values })
  if (row.kind === 'code') return values.map((value) => value.toUpperCase())
  if (row.kind === 'text') return await selectSpellings(context.db, { column, texts: values })
  if (ids) return await idsOf(context, ids, values)
  return [...new Set(values.flatMap((value) => row.values[value.toLowerCase()]!.stored))]
}

async function idsOf({ db }: Context, query: NameQuery, names: readonly string[]): Promise<string[]> {
  return (await selectByName(db, { query, names })).map(({ id }) => id)
}

type Named = { row: RowOf<'named'>; query: NameQuery; values: readonly string[] }

async function idsOfNames({ db }: Context, { row, query, values }: Named): Promise<Equals['values'] | string> {
  const isNone = (value: string) => row.none !== undefined && value.toLowerCase() === 'none'
  const ids = values.filter(isIdValue)
  const names = values.filter((value) => !isNone(value) && !isIdValue(value))
  const found = names.length > 0 ? await selectByName(db, { query, names }) : []
  const missing = names.find((name) => !found.some((one) => one.name.toLowerCase() === name.toLowerCase()))
  if (missing !== undefined) return `There is no ${row.noun} named "${missing}".`
  return [...ids, ...found.map(({ id }) => id), ...(values.some(isNone) ? [null] : [])]
}
