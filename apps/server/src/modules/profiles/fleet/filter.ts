import { Problem } from '@simwright/contract'
import type { FleetFilter } from '@simwright/contract/profiles/fleet-filter'
import { parseFleetQuery, type QueryField, type QueryTerm } from '@simwright/contract/profiles/fleet-query'
import { type AcFormat, orderStates } from '@simwright/contract/profiles/profile-state'
import type { TenantDb } from '../../../db/database.ts'
import { startOfDay } from '../rollup/service.ts'
import { type Facet, isOpen, type Narrowing, type PrefixColumn, type Span } from './condition.ts'
import { selectNamed, selectWritten } from './named.ts'
import { hidesSamples } from './queries.ts'

type Asked = { enterpriseId: string; filter: FleetFilter; now: Date; timeZone: string }

/**
 * What a filter means now: names become ids, ages become moments. Without any filter, sample data is hidden once there are
 * real profiles.
 * @throws Problem `invalid`, with a fault for each term of the query that cannot be understood
 */
export async function narrow(db: TenantDb, { enterpriseId, filter, now, timeZone }: Asked): Promise<Narrowing> {
  const { terms, faults } = parseFleetQuery(filter.query ?? '')
  if (faults.length > 0) throw queryProblem(faults.map(({ text }) => text))
  const narrowing = chosen(filter)
  const unknown: string[] = []
  for (const term of terms) {
    const fault = await addTerm(db, narrowing, { term, enterpriseId, now, timeZone })
    if (fault) unknown.push(fault)
  }
  if (filter.configurationType?.length) {
    const ids = await selectNamed(db, enterpriseId, { kind: 'type', names: filter.configurationType })
    narrowing.facets.push({ column: 'configuration_id', values: ids.map((row) => row.id) })
  }
  if (unknown.length > 0) throw queryProblem(unknown)
  if (isOpen(narrowing) && (await hidesSamples(db, enterpriseId))) narrowing.samples = 'hidden'
  return narrowing
}

function queryProblem(texts: readonly string[]): Problem {
  return new Problem('invalid', {}, { faults: texts.map((text) => ({ path: 'filter.query', rule: 'query', text })) })
}

/** The filters that need no looking up. */
function chosen(filter: FleetFilter): Narrowing {
  const narrowing: Narrowing = { facets: [], prefixes: [], spans: [], search: searchOf(filter.search) }
  const facet = (column: Facet['column'], values: readonly (string | null)[] | undefined) => {
    if (values && values.length > 0) narrowing.facets.push({ column, values })
  }
  const single = (value: string | undefined, none: string) =>
    value === undefined ? undefined : [value === none ? null : value]
  facet('configuration_id', filter.configurationId ? [filter.configurationId] : undefined)
  facet('group_id', single(filter.groupId, 'none'))
  facet('batch_id', filter.batchId ? [filter.batchId] : undefined)
  facet('campaign_id', filter.campaignId ? [filter.campaignId] : undefined)
  facet('ac_format', filter.acFormat)
  facet('device_brand', filter.deviceBrand ? [filter.deviceBrand] : undefined)
  facet('region', filter.region ? [filter.region] : undefined)
  facet('protection', single(filter.protection, 'NONE'))
  facet('spn', filter.spn ? [filter.spn] : undefined)
  facet('created_by', filter.createdBy ? [filter.createdBy] : undefined)
  facet('status', filter.status)
  facet('order_state', filter.orderState)
  facet('recycle_status', filter.recycleStatus)
  facet('recycle_reason', filter.recycleReason)
  const { iccid, imsi, msisdn, eid, matchingId, notes } = filter
  const prefixes = { iccid, imsi, msisdn, eid, matching_id: matchingId?.toUpperCase(), notes }
  for (const [column, prefix] of Object.entries(prefixes))
    if (prefix) narrowing.prefixes.push({ column: column as PrefixColumn, prefix })
  addSpan(narrowing, 'created_at', filter.createdFrom, filter.createdTo)
  addSpan(narrowing, 'status_at', filter.changedFrom, filter.changedTo)
  addSpan(narrowing, 'recycle_at', filter.recycleFrom, filter.recycleTo)
  return narrowing
}

function addSpan(narrowing: Narrowing, column: Span['column'], from?: string, to?: string): void {
  if (!from && !to) return
  narrowing.spans.push({ column, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined })
}

const ACTIVATION_CODE = /^(?:LPA:)?1\$[^$]*\$([0-9A-Z-]+)/i

/** Identifiers are written in upper case; of an activation code its matching id counts. */
function searchOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  return (ACTIVATION_CODE.exec(text)?.[1] ?? text.replaceAll(' ', '')).toUpperCase()
}

type Adding = { term: QueryTerm; enterpriseId: string; now: Date; timeZone: string }

/** @returns a sentence when something of that name is not there */
async function addTerm(db: TenantDb, narrowing: Narrowing, adding: Adding): Promise<string | undefined> {
  const { term, enterpriseId, now, timeZone } = adding
  if (term.kind === 'word') {
    if (narrowing.search !== undefined) return 'Only one number can be searched at a time.'
    narrowing.search = searchOf(term.text)
    return undefined
  }
  if (term.kind === 'values') return await addValues(db, narrowing, { enterpriseId, ...term })
  const column = spanOf[term.field]
  if (term.kind === 'age') {
    const moment = new Date(now.getTime() - term.ms)
    narrowing.spans.push(
      term.compared === 'older' ? { column, from: undefined, to: moment } : { column, from: moment, to: undefined },
    )
    return undefined
  }
  const day = (text: string, later: number) => startOfDay(new Date(`${text}T12:00:00Z`), timeZone, later)
  const endsAfter = term.from === undefined ? 0 : 1
  narrowing.spans.push({
    column,
    from: term.from ? day(term.from, 0) : undefined,
    to: term.to ? day(term.to, endsAfter) : undefined,
  })
  return undefined
}

const spanOf = { created: 'created_at', changed: 'status_at', recycled: 'recycle_at' } as const

const textOf = { brand: 'device_brand', spn: 'spn' } as const

const prefixOf = {
  iccid: 'iccid',
  imsi: 'imsi',
  msisdn: 'msisdn',
  eid: 'eid',
  ac: 'matching_id',
  notes: 'notes',
} as const

/** Whatever has a public page goes out as a picture, too, and all but the recycled as a string. */
const formatsOf: Record<string, readonly AcFormat[]> = {
  string: ['AC_LINK', 'PICTURE'],
  picture: ['PICTURE'],
  link: ['AC_LINK'],
  none: ['NONE'],
}

type Values = { enterpriseId: string; field: QueryField; values: readonly string[] }

async function addValues(
  db: TenantDb,
  narrowing: Narrowing,
  { enterpriseId, field, values }: Values,
): Promise<string | undefined> {
  const facet = (column: Facet['column'], found: readonly (string | null)[]) => {
    narrowing.facets.push({ column, values: found })
    return undefined
  }
  switch (field) {
    case 'status':
      return facet(
        'status',
        values.map((value) => value.toUpperCase()),
      )
    case 'order':
      return facet(
        'order_state',
        values.map((value) => orderStates.find((one) => one.toLowerCase() === value.toLowerCase())!),
      )
    case 'recycle':
    case 'reason':
      return facet(
        field === 'recycle' ? 'recycle_status' : 'recycle_reason',
        values.map((value) => value.toUpperCase()),
      )
    case 'protection':
      return facet(
        'protection',
        values.map((value) => (value === 'none' ? null : value.toUpperCase())),
      )
    case 'format':
      return facet('ac_format', [...new Set(values.flatMap((value) => formatsOf[value.toLowerCase()]!))])
    case 'brand':
    case 'spn':
      return facet(textOf[field], await selectWritten(db, enterpriseId, { column: textOf[field], names: values }))
    case 'region':
      return facet(
        'region',
        values.map((value) => value.toUpperCase()),
      )
    case 'iccid':
    case 'imsi':
    case 'msisdn':
    case 'eid':
    case 'notes':
    case 'ac': {
      const prefix = field === 'ac' ? searchOf(values[0]) : values[0]
      narrowing.prefixes.push({ column: prefixOf[field], prefix: prefix! })
      return undefined
    }
    default:
      return await addNamed(db, narrowing, { enterpriseId, field, values })
  }
}

const namedColumns = {
  config: 'configuration_id',
  type: 'configuration_id',
  group: 'group_id',
  batch: 'batch_id',
  campaign: 'campaign_id',
  by: 'created_by',
} as const

const kinds = {
  config: 'profile configuration',
  type: 'type',
  group: 'group',
  batch: 'batch',
  campaign: 'campaign',
  by: 'member',
} as const

type Named = { enterpriseId: string; field: keyof typeof namedColumns; values: readonly string[] }

async function addNamed(
  db: TenantDb,
  narrowing: Narrowing,
  { enterpriseId, field, values }: Named,
): Promise<string | undefined> {
  const isNone = (value: string) => field === 'group' && value.toLowerCase() === 'none'
  const names = values.filter((value) => !isNone(value))
  const found = names.length > 0 ? await selectNamed(db, enterpriseId, { kind: field, names }) : []
  const missing = names.find((name) => !found.some((row) => row.name.toLowerCase() === name.toLowerCase()))
  if (missing !== undefined) return `There is no ${kinds[field]} named "${missing}".`
  const ids: (string | null)[] = found.map(({ id }) => id)
  narrowing.facets.push({ column: namedColumns[field], values: values.some(isNone) ? [...ids, null] : ids })
  return undefined
}
