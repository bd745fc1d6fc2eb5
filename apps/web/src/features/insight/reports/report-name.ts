import type { ReportRow } from '@simwright/contract/insight/report'
import type { ReportStep } from '@simwright/contract/insight/report-kind'
import { say } from '../../../texts/text.ts'
import { reportTexts as texts } from './report-texts.ts'

/** The name of the row's value in the dimension. */
export const nameOf = ({ name = '', isDeleted }: ReportRow): string => (isDeleted ? say(texts.deleted, { name }) : name)

export const deviceName = ({ brand, model }: ReportRow): string =>
  [brand, model].filter(Boolean).join(' ') || texts.unknownDevice

/** The configuration that a device got; devices that are unknown are one row. */
export const configurationName = (row: ReportRow): string => (row.brand ? nameOf(row) : '–')

const dayFormats = {
  short: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }),
} as const

const monthFormats = {
  short: new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
} as const

/** The day, the first day of the week, or the month of a row. The server names it in the zone of the report. */
export function periodLabel({ period }: ReportRow, step: ReportStep, length: 'short' | 'long' = 'long'): string {
  if (period === undefined) return ''
  const formats = step === 'month' ? monthFormats : dayFormats
  return formats[length].format(new Date(`${period.length === 7 ? `${period}-01` : period}T00:00:00Z`))
}
