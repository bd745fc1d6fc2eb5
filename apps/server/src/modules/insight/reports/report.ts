import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/insight/report'
import {
  type BilledUse,
  type BillingPeriod,
  REPORT_ROWS_SHOWN,
  type ReportParameters,
  type ReportRow,
} from '@simwright/contract/insight/report'
import { type ReportDimension, ruleOfKind } from '@simwright/contract/insight/report-kind'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { ReportsServer as Server } from '../../../port/module.ts'
import { listBillingPeriods, readBilledUse } from '../../money/orders/service.ts'
import { deviceRows, failureRows, periodRows } from './event-rows.ts'
import { isNamed, readNames, regionName, requireKnown } from './name.ts'
import { selectProfileValues } from './profile-queries.ts'
import { inventoryRows, staleRows } from './profile-rows.ts'
import { isRounded, type Range, rangeOf } from './range.ts'
import { openReader, type ReportReader } from './reader.ts'
import { addTo, type Values, zeros } from './row.ts'

/** A report whose parameters are checked, before it is read. */
export type PreparedReport = {
  parameters: ReportParameters
  by: ReportDimension
  range: Range | undefined
  period: BillingPeriod | undefined
}

/** Whether the caller may see what the plan counts: it is of all groups. */
export type SeesBilling = 'sees billing' | 'no billing'

/** What the rights of a caller allow. */
export function billingOf({ permissions }: Pick<Who, 'permissions'>, { groupIds }: ReportReader): SeesBilling {
  const isAllowed = permissions.has('Subscription_View') || permissions.has('Order_View')
  return isAllowed && groupIds === undefined ? 'sees billing' : 'no billing'
}

/** @throws Problem `invalid` for values of others, and for a billing period that is missing or not for the caller */
export async function prepareReport(
  reader: ReportReader,
  parameters: ReportParameters,
  billing: SeesBilling,
): Promise<PreparedReport> {
  const rule = ruleOfKind(parameters.kind)
  const by = parameters.by ?? rule.by[0]!
  await requireKnown(reader, by, parameters.only)
  if (!rule.ranged) return { parameters, by, range: undefined, period: undefined }
  const period = parameters.range === 'billing' ? await billingPeriod(reader, parameters, billing) : undefined
  return { parameters, by, range: rangeOf(parameters, reader, period), period }
}

async function billingPeriod(
  reader: ReportReader,
  { orderCode }: ReportParameters,
  billing: SeesBilling,
): Promise<BillingPeriod> {
  if (billing === 'no billing')
    throw fault(
      'parameters.range',
      'forbidden',
      'Your role or your groups do not show what the plan counts. Choose other days.',
    )
  const periods = await reader.read((db) => listBillingPeriods(db, reader.at))
  const period = orderCode
    ? periods.find((one) => one.orderCode === orderCode)
    : (periods.find((one) => one.isCurrent) ?? periods[0])
  if (period) return period
  const text = orderCode
    ? 'There is no such order with a period.'
    : 'There is no billing period yet: no plan with a period was active. Choose other days.'
  throw fault(orderCode ? 'parameters.orderCode' : 'parameters.range', 'none', text)
}

/** All rows in chunks: a report of a million rows needs no more memory than one chunk. */
export async function* reportRows(reader: ReportReader, prepared: PreparedReport): AsyncGenerator<ReportRow[]> {
  const { parameters, by, range } = prepared
  const { kind, only, step } = parameters
  switch (kind) {
    case 'stale':
      yield await staleRows(reader, { by, only })
      return
    case 'inventory':
      yield await inventoryRows(reader, { by, only })
      return
    case 'failures':
      yield await failureRows(reader, range!)
      return
    case 'devices':
      yield await deviceRows(reader, range!)
      return
    default: {
      const { values, stepped } = ruleOfKind(kind)
      yield* periodRows(reader, { values, by, only, range: range!, step: stepped ? step : 'whole' })
    }
  }
}

type ReportInput = { input: ParsedInputOf<typeof contract.run>; timeZone: string }

/** A report for a screen: up to `REPORT_ROWS_SHOWN` rows, and the sum of all. */
export async function runReport(
  server: Server,
  who: Who,
  { input, timeZone }: ReportInput,
): Promise<OutputOf<typeof contract.run>> {
  const { enterpriseId } = who
  const reader = await openReader(server, { enterpriseId, timeZone })
  const prepared = await prepareReport(reader, input.parameters, billingOf(who, reader))
  const { range, period } = prepared
  const { rows, isCut } = await firstRows(reader, prepared)
  return {
    asOf: reader.asOf.toISOString(),
    timeZone,
    range: range ? { from: range.from.toISOString(), to: range.to.toISOString() } : null,
    rows,
    totals: await totalsOf(reader, prepared, { rows, isCut }),
    isCut,
    billing: period ? await readBilled(reader, period) : null,
    isRounded: range !== undefined && isRounded(range, reader.now),
  }
}

async function readBilled(reader: ReportReader, { orderCode }: BillingPeriod): Promise<BilledUse> {
  const use = await reader.read((db) => readBilledUse(db, { orderCode, at: reader.at }))
  if (!use) throw new Problem('not_found')
  return use
}

type Shown = { rows: ReportRow[]; isCut: boolean }

async function firstRows(reader: ReportReader, prepared: PreparedReport): Promise<Shown> {
  const rows: ReportRow[] = []
  for await (const chunk of reportRows(reader, prepared)) {
    rows.push(...chunk)
    if (rows.length > REPORT_ROWS_SHOWN) return { rows: rows.slice(0, REPORT_ROWS_SHOWN), isCut: true }
  }
  return { rows, isCut: false }
}

/** The sum of all rows. Of a report that is cut, it is counted again for the whole range. */
async function totalsOf(reader: ReportReader, prepared: PreparedReport, { rows, isCut }: Shown): Promise<Values> {
  const { parameters, by, range } = prepared
  const { values } = ruleOfKind(parameters.kind)
  const totals = zeros(values)
  if (!isCut || range === undefined) {
    for (const row of rows) addTo(totals, row.values)
    return totals
  }
  const whole = { values, by, only: parameters.only, range, step: 'whole' } as const
  for await (const chunk of periodRows(reader, whole)) for (const row of chunk) addTo(totals, row.values)
  return totals
}

/** The longest list of values to choose from. */
const CHOICES_MAX = 500

/** Values that a report can be limited to, and the periods of the plan if the caller may see them. */
export async function listChoices(
  server: Server,
  who: Who,
  { input: { by }, timeZone }: { input: ParsedInputOf<typeof contract.choices>; timeZone: string },
): Promise<OutputOf<typeof contract.choices>> {
  const { enterpriseId } = who
  const reader = await openReader(server, { enterpriseId, timeZone })
  const mayBill = billingOf(who, reader) === 'sees billing'
  return {
    values: await valuesOf(reader, by),
    periods: mayBill ? await reader.read((db) => listBillingPeriods(db, reader.at)) : null,
  }
}

async function valuesOf(reader: ReportReader, by: ReportDimension) {
  if (by === 'total') return []
  if (isNamed(by)) {
    const found = await reader.read((db) => readNames(by)(db, { limit: CHOICES_MAX }))
    return found.map(({ id: value, name, isDeleted }) => ({ value, name, isDeleted }))
  }
  const values = await reader.read((db) => selectProfileValues(db, { by, limit: CHOICES_MAX }))
  return values.map((value) => ({ value, name: by === 'region' ? regionName(value) : value, isDeleted: false }))
}
