import type { ReportRow } from '@simwright/contract/insight/report'
import type { ReportDimension, ReportStep, ReportValue } from '@simwright/contract/insight/report-kind'
import { COUNTED_EVENTS, eventsOfMetrics, type Metric } from '@simwright/contract/profiles/event-metric'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, GroupId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import { type Kind, type Sum, sumBy } from '../../profiles/rollup/service.ts'
import { openNames } from './name.ts'
import { labelOfPeriod, periodsOf, type Range } from './range.ts'
import type { ReportReader } from './reader.ts'
import { byCount, namedRow, type Values, zeros } from './row.ts'

const METRICS = ['installed', 'failed', 'refused'] as const
const types = eventsOfMetrics(METRICS).type

const lastEventsStatement = statement(
  'select last events of device models',
  ({ enterpriseId, groupIds, from, to }: LastSeen & { groupIds: readonly GroupId[] }) => sql`
    select coalesce(device_brand || '|' || coalesce(device_model, '') || '|' || configuration_id, '') as dimension,
      max(at) as at
    from profile_event
    where enterprise_id = ${enterpriseId} and group_id = any(${groupIds}::uuid[]) and at >= ${from} and at < ${to}
      and type = any(${types}) group by 1`,
  { present: ['dimension', 'at'], planned: 'per call' },
)

const lastCountsStatement = statement(
  'select last counts of device models',
  ({ enterpriseId, from, to }: LastSeen) => sql`
    select dimension, max(bucket) as at from rollup
    where enterprise_id = ${enterpriseId} and kind = 'device' and metric = any(${METRICS})
      and bucket >= ${from} and bucket < ${to} and count > 0 group by 1`,
  { present: ['dimension', 'at'], planned: 'per call' },
)

type EventValue = Metric & ReportValue
type Counting = { values: readonly ReportValue[]; by: Kind; ranges: readonly Range[] }

const isEventValue = (value: ReportValue): value is EventValue => COUNTED_EVENTS.some(({ metric }) => metric === value)

/** Sums of the counters, for the groups that the caller may see. */
async function count(reader: ReportReader, { values, by, ranges }: Counting): Promise<Sum[]> {
  const { now, groupIds } = reader
  const metrics = values.filter(isEventValue)
  return await reader.read((db) => sumBy(db, { metrics, by, ranges, now, groupIds }))
}

export type Divided = {
  values: readonly ReportValue[]
  by: ReportDimension
  only: readonly string[]
  range: Range
  step: ReportStep
}

/** How many periods one read counts at most. */
const PERIODS_AT_ONCE: Readonly<Record<'whole' | 'divided', number>> = { whole: 400, divided: 31 }
/** Without knowing how many counters a period has, a read counts so few of them. */
const PERIODS_AT_FIRST = 4
/** About how many counters one read returns, so that a long report needs no more memory than a short one. */
const COUNTERS_AT_ONCE = 4000

/** The rows of each period, newest first. Without a dimension each period has a row; else those with any count. */
export async function* periodRows(reader: ReportReader, divided: Divided): AsyncGenerator<ReportRow[]> {
  const { by, range, step } = divided
  const periods = periodsOf(range, step, reader.timeZone).reverse()
  const names = openNames(reader, by)
  const most = PERIODS_AT_ONCE[by === 'total' ? 'whole' : 'divided']
  let size = by === 'total' ? most : PERIODS_AT_FIRST
  for (let first = 0; first < periods.length; ) {
    const ranges = periods.slice(first, first + size)
    const sums = await count(reader, { values: divided.values, by, ranges })
    const counted = Map.groupBy(sums, (sum) => sum.range)
    const known = await names(['', ...sums.map(({ dimension }) => dimension)])
    yield ranges.flatMap((period, index) => {
      const its = valuesByDimension(counted.get(index) ?? [], divided)
      return [...its]
        .map(([dimension, values]): ReportRow => {
          const row = namedRow(dimension, known, values)
          const id = `${period.from.toISOString()} ${dimension}`
          return { id, ...periodFields(period, step, reader.timeZone), ...row }
        })
        .sort(byCount)
    })
    first += ranges.length
    const fitting = Math.floor((COUNTERS_AT_ONCE * ranges.length) / Math.max(1, sums.length))
    size = Math.min(most, Math.max(1, fitting))
  }
}

function periodFields(period: Range, step: ReportStep, timeZone: string) {
  const fields = { from: period.from.toISOString(), to: period.to.toISOString() }
  return step === 'whole' ? fields : { ...fields, period: labelOfPeriod(period, step, timeZone) }
}

/** The values of a period's rows. Without a dimension there is always one. */
function valuesByDimension(sums: readonly Sum[], { values, by, only }: Divided): Map<string, Values> {
  const rows = new Map<string, Values>(by === 'total' ? [['', zeros(values)]] : [])
  for (const { dimension, metric, count } of sums) {
    if (only.length > 0 && !only.includes(dimension)) continue
    const row = rows.get(dimension) ?? zeros(values)
    row[metric] = count
    rows.set(dimension, row)
  }
  return rows
}

/** Failed installations and refusals by status code, the most frequent first. */
export async function failureRows(reader: ReportReader, range: Range): Promise<ReportRow[]> {
  const values = ['failed', 'refused'] as const
  const sums = await count(reader, { values, by: 'reason', ranges: [range] })
  const rows = [...Map.groupBy(sums, ({ dimension }) => dimension)].map(([id, its]): ReportRow => {
    const [subjectCode = '', reasonCode = ''] = id.split('/')
    return { id, subjectCode, reasonCode, values: { ...zeros(values), ...valuesOf(its) } }
  })
  return rows.sort(byCount)
}

/** Installations of each configuration by device model, with the day of the last one. */
export async function deviceRows(reader: ReportReader, range: Range): Promise<ReportRow[]> {
  const values = ['installed', 'failed', 'refused'] as const
  const sums = await count(reader, { values, by: 'device', ranges: [range] })
  const lastSeen = await reader.read((db) => selectLastSeen(db, { ...range, groupIds: reader.groupIds }))
  const devices = [...Map.groupBy(sums, ({ dimension }) => dimension)]
  const names = await openNames(reader, 'configuration')(devices.map(([id]) => partsOf(id).configurationId))
  const rows = devices.map(([id, its]): ReportRow => {
    const { brand, model, configurationId } = partsOf(id)
    const at = lastSeen.get(id)
    const row = namedRow(configurationId, names, { ...zeros(values), ...valuesOf(its) })
    return { id, brand, model, ...(at ? { lastSeen: at.toISOString() } : {}), ...row }
  })
  return rows.sort(byCount)
}

const valuesOf = (sums: readonly Sum[]): Values => Object.fromEntries(sums.map(({ metric, count }) => [metric, count]))

/** `brand|model|configuration id`; only the id is sure to have no bar. */
function partsOf(dimension: string): { brand: string; model: string; configurationId: string } {
  const [brand = '', ...rest] = dimension.split('|')
  return { brand, model: rest.slice(0, -1).join('|'), configurationId: rest.at(-1) ?? '' }
}

type LastSeen = Range & { enterpriseId: EnterpriseId }

/**
 * When each device model last installed a configuration or failed to, by `brand|model|configuration id`: to the
 * quarter of an hour, from the counters, or exactly from the events of the groups to which the caller is limited.
 */
async function selectLastSeen(
  db: TenantDb,
  { from, to, groupIds }: Range & { groupIds?: readonly GroupId[] | undefined },
): Promise<ReadonlyMap<string, Date>> {
  const { enterpriseId } = db
  const rows = groupIds
    ? await lastEventsStatement(db, { enterpriseId, groupIds, from, to })
    : await lastCountsStatement(db, { enterpriseId, from, to })
  return new Map(rows.map(({ dimension, at }) => [dimension, at]))
}
