import type { Report, ReportRow } from '@simwright/contract/insight/report'
import {
  codeAges,
  type ReportDimension,
  type ReportKind,
  type ReportValue,
  ruleOfKind,
} from '@simwright/contract/insight/report-kind'
import type { CountedValue } from '@simwright/contract/profiles/event-filter'
import { COUNTED_EVENTS } from '@simwright/contract/profiles/event-metric'
import { writeTerm } from '@simwright/contract/profiles/fleet-term'
import { type EventLink, useEventLink } from '../../../esim/event-link.ts'
import { type Destination, linkTo, pages } from '../../../paths.ts'

/** The field of Fleet for each dimension. */
const fleetFields: Readonly<Record<ReportDimension, string | undefined>> = {
  total: undefined,
  configuration: 'config',
  group: 'group',
  campaign: 'campaign',
  brand: 'brand',
  region: 'region',
  member: 'by',
}

export type Counted = {
  kind: ReportKind
  by: ReportDimension
  only: readonly string[]
  report: Report
  /** Undefined: the sum of all rows. */
  row: ReportRow | undefined
  /** Of events: their sum. */
  values: readonly ReportValue[]
}

/** Returns a function that links a number to the list that it counts; undefined where no list has such a filter. */
export function useReportLink(): (counted: Counted) => Destination | undefined {
  const eventLink = useEventLink()
  return (counted) => (ruleOfKind(counted.kind).ranged ? eventLinkOf(counted, eventLink) : fleetLinkOf(counted))
}

/** The profile log with the events that a number counts. Numbers of a rounded range count some events more or less. */
function eventLinkOf(counted: Counted, eventLink: EventLink): Destination | undefined {
  const { only, report, row, values } = counted
  const metrics = COUNTED_EVENTS.map(({ metric }) => metric).filter((metric) => values.includes(metric))
  const { from, to } = row?.from && row.to ? { from: row.from, to: row.to } : (report.range ?? {})
  if (metrics.length === 0 || report.isRounded || !from || !to) return undefined
  if (row === undefined) return only.length > 0 ? undefined : eventLink({ metrics, from, to })
  return eventLink({ metrics, from, to, of: valuesOfRow(counted, row) })
}

/** What the events of a row have in common. */
function valuesOfRow({ kind, by }: Counted, { id, brand, model, dimension = '' }: ReportRow): CountedValue[] {
  if (kind === 'failures') return [{ kind: 'reason', dimension: id }]
  if (kind !== 'devices') return by === 'total' ? [] : [{ kind: by, dimension }]
  // unknown devices are one row, whatever they downloaded
  if (!brand) return [{ kind: 'model', dimension: '' }]
  return [
    { kind: 'model', dimension: `${brand}|${model}` },
    { kind: 'configuration', dimension },
  ]
}

/** Fleet with the profiles that a number counts. */
function fleetLinkOf({ kind, by, report, row, values: [value] }: Counted): Destination | undefined {
  if (value === undefined) return undefined
  const terms = kind === 'inventory' ? inventoryTerms(value) : staleTerms(value, report)
  const narrowed = row === undefined ? [] : dimensionTerms(by, row)
  if (terms === undefined || narrowed === undefined) return undefined
  return linkTo(pages.fleet, { search: { q: [...terms, ...narrowed].join(' ') || undefined } })
}

const inventoryTerms = (value: ReportValue) =>
  value === 'profiles' ? [] : [writeTerm('status', [value.toLowerCase()])]

/** Codes that wait: available profiles with a code, whose status changed on these days. */
function staleTerms(value: ReportValue, { asOf, timeZone }: Report): string[] | undefined {
  const terms = ['status:available', 'format:string,picture,link']
  if (value === 'codes') return terms
  const age = codeAges[value as keyof typeof codeAges]
  const first = age.to === null ? '' : dayBefore(asOf, timeZone, age.to)
  const last = age.from === 0 ? '' : dayBefore(asOf, timeZone, age.from)
  return [...terms, `changed:${first}..${last}`]
}

function dimensionTerms(by: ReportDimension, { dimension = '', isDeleted }: ReportRow): string[] | undefined {
  const field = fleetFields[by]
  if (field === undefined) return []
  if (dimension === '') return by === 'group' ? [writeTerm(field, ['none'])] : undefined
  return isDeleted ? undefined : [writeTerm(field, [dimension])]
}

/** The date in a zone some days before a time. */
function dayBefore(iso: string, timeZone: string, days: number): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(iso))
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * 24 * 60 * 60_000).toISOString().slice(0, 10)
}
