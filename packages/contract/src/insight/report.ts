import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time, version } from '../list.ts'
import { Day } from './day.ts'
import { reportDimensions, reportKinds, reportRanges, reportSteps, reportValues, ruleOfKind } from './report-kind.ts'

/** The longest range of a report. */
export const REPORT_YEARS = 10
/** The rows that a report shows on screen; the file has all. */
export const REPORT_ROWS_SHOWN = 1_000
/** The values of a dimension that a report can be limited to. */
export const REPORT_ONLY_MAX = 100

const parameterFields = {
  kind: z.enum(reportKinds).default('usage'),
  range: z.enum(reportRanges).default('last30'),
  /** First and last day of the range `days`, in the time zone of the caller or of the schedule. */
  from: Day.optional(),
  to: Day.optional(),
  /** The order whose period the range `billing` is; by default the period that contains the present. */
  orderCode: z
    .string()
    .regex(/^\d{20}$/, 'Invalid order ID.')
    .optional(),
  step: z.enum(reportSteps).default('day'),
  by: z.enum(reportDimensions).optional(),
  /** Only these values of the dimension: ids, brands or country codes; an empty text is what has no value. */
  only: z.array(z.string().max(200)).max(REPORT_ONLY_MAX, `Up to ${REPORT_ONLY_MAX} values.`).default([]),
}

type Dates = { range: string; from?: string | undefined; to?: string | undefined }

/** What is wrong with the days of a report, by field. */
function dateFaults({ range, from, to }: Dates): { path: 'from' | 'to'; message: string }[] {
  if (range !== 'days') return []
  if (from === undefined) return [{ path: 'from', message: 'Required' }]
  if (to === undefined) return [{ path: 'to', message: 'Required' }]
  if (to < from) return [{ path: 'to', message: 'The range ends before it begins.' }]
  const latest = `${String(Number(from.slice(0, 4)) + REPORT_YEARS).padStart(4, '0')}${from.slice(4)}`
  if (to >= latest) return [{ path: 'to', message: `A report covers up to ${REPORT_YEARS} years.` }]
  return []
}

/** What a report counts. Values that a kind does not use are ignored. */
export const ReportParameters = z.object(parameterFields).superRefine(({ kind, by, ...dates }, ctx) => {
  const rule = ruleOfKind(kind)
  if (rule.ranged)
    for (const { path, message } of dateFaults(dates)) ctx.addIssue({ code: 'custom', path: [path], message })
  if (by !== undefined && !rule.by.includes(by))
    ctx.addIssue({ code: 'custom', path: ['by'], message: `${rule.title} cannot be divided like this.` })
})
export type ReportParameters = z.output<typeof ReportParameters>

/** One row. Which of the optional fields it has depends on the kind of report. */
export const ReportRow = z.object({
  id: z.string(),
  /** The period that it counts, within the report's range. */
  from: time.optional(),
  to: time.optional(),
  /** The day, week or month of the period: `2026-11-23`, or `2026-11` for a month. */
  period: z.string().optional(),
  /** The value of the dimension: an id, a brand or a country code; empty: no value. */
  dimension: z.string().optional(),
  /** The name of the dimension's value. */
  name: z.string().optional(),
  /** What the name belongs to was deleted. */
  isDeleted: z.boolean().optional(),
  /** Of a failure: both codes, or both empty when the device gave a reason of its own. */
  subjectCode: z.string().optional(),
  reasonCode: z.string().optional(),
  /** Of a device; empty: unknown. */
  brand: z.string().optional(),
  model: z.string().optional(),
  lastSeen: time.optional(),
  values: z.partialRecord(z.enum(reportValues), z.int()),
})
export type ReportRow = z.infer<typeof ReportRow>

/** A period of the enterprise account's plan. */
export const BillingPeriod = z.object({
  orderCode: z.string(),
  plan: z.string(),
  from: time,
  to: time,
  isCurrent: z.boolean(),
})
export type BillingPeriod = z.infer<typeof BillingPeriod>

/** What the plan counts of a period, as the invoices bill it. */
export const BilledUse = BillingPeriod.extend({
  /** Whether the plan counts downloads or installations. */
  counts: z.enum(['downloads', 'installations']),
  used: z.int(),
  /** Downloads that the plan includes; null: no limit. */
  included: z.int().nullable(),
  /** What was used beyond them. */
  extra: z.int(),
  /** The invoice lines that bill it; the rest is billed when the period ends. */
  billed: z.array(z.object({ number: z.string(), quantity: z.int() })),
})
export type BilledUse = z.infer<typeof BilledUse>

export const Report = z.object({
  asOf: time,
  timeZone: z.string(),
  /** Null: the report shows the profiles as they are. */
  range: z.object({ from: time, to: time }).nullable(),
  rows: z.array(ReportRow),
  /** The sum over the whole range, also of rows that are left out. */
  totals: ReportRow.shape.values,
  /** There are more rows than a screen shows; the file has all. */
  isCut: z.boolean(),
  billing: BilledUse.nullable(),
  /** Events are counted by quarters of an hour, and by hours beyond 60 days: the range begins or ends at the nearest. */
  isRounded: z.boolean(),
})
export type Report = z.infer<typeof Report>

export const run = endpoint({
  method: 'POST',
  path: '/report/run',
  access: 'Report',
  reads: true,
  summary: `A report; up to ${REPORT_ROWS_SHOWN} rows`,
  input: z.object({ parameters: ReportParameters }),
  output: Report,
})

export const reportFormats = ['csv', 'xlsx'] as const
export type ReportFormat = (typeof reportFormats)[number]

export const exportFile = endpoint({
  method: 'POST',
  path: '/report/export',
  access: 'Report',
  answer: 'file',
  summary: 'All rows of a report as a file for spreadsheets',
  input: z.object({ parameters: ReportParameters, format: z.enum(reportFormats).default('csv') }),
  output: nothing,
})

export const choices = endpoint({
  method: 'POST',
  path: '/report/choices',
  access: 'Report',
  reads: true,
  summary: 'Values of a dimension that a report can be limited to, and the periods of the plan',
  input: z.object({ by: z.enum(reportDimensions).default('total') }),
  output: z.object({
    values: z.array(z.object({ value: z.string(), name: z.string(), isDeleted: z.boolean() })),
    /** Null: the user may not see the subscription. Newest first. */
    periods: z.array(BillingPeriod).nullable(),
  }),
})

/** The maximum numbers of saved reports and schedules of an enterprise account. */
export const SAVED_REPORTS_MAX = 200
export const SCHEDULES_MAX = 100

export const SavedReportFields = z.object({
  name: z.string().trim().min(1, 'Required').max(64, 'Up to 64 characters.'),
  parameters: ReportParameters,
  /** Everyone with the permission sees it; otherwise only its owner. */
  isShared: z.boolean().default(false),
})
export type SavedReportFields = z.output<typeof SavedReportFields>

export const SavedReport = z.object({
  id,
  name: z.string(),
  parameters: ReportParameters,
  isShared: z.boolean(),
  version: z.int(),
  createdBy: z.string(),
  /** Whether the signed-in user may change and delete it: its owner, and of a shared one also owners and admins. */
  manageable: z.boolean(),
  schedules: z.int(),
})
export type SavedReport = z.infer<typeof SavedReport>

export const list = endpoint({
  method: 'POST',
  path: '/report/list',
  access: 'Report',
  reads: true,
  summary: 'Saved reports: those of the signed-in user and the shared ones, by name',
  input: nothing,
  output: z.object({ items: z.array(SavedReport) }),
})

export const add = endpoint({
  method: 'POST',
  path: '/report/add',
  access: 'Report_Edit',
  summary: 'Save a report',
  input: z.object({ fields: SavedReportFields }),
  output: z.object({ id, version }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/report/edit',
  access: 'Report_Edit',
  summary: 'Change a saved report',
  input: z.object({ id, version, fields: SavedReportFields }),
  output: z.object({ version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/report/delete',
  access: 'Report_Edit',
  summary: 'Delete a saved report with its schedules',
  input: z.object({ id, version }),
  output: done,
})
