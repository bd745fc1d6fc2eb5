import type { BillingPeriod, ReportParameters } from '@simwright/contract/insight/report'
import type { ReportPreset, ReportStep } from '@simwright/contract/insight/report-kind'
import { boundaryOf, civilDate, label, startOf, startOfDay, startOfMonth } from '../../profiles/rollup/service.ts'

export type Range = { from: Date; to: Date }

/** First and last day of a range, as in `2026-11-01 to 2026-11-23`. */
export function labelOfRange({ from, to }: Range, timeZone: string): string {
  const [first, last] = [label(from, timeZone, 'day'), label(new Date(to.getTime() - 1), timeZone, 'day')]
  return first === last ? first : `${first} to ${last}`
}

/** Whether the counters have no bucket that begins or ends with the range, so that it is moved to the next or previous. */
export const isRounded = ({ from, to }: Range, now: Date): boolean =>
  [from, to].some((at) => boundaryOf(at, now).getTime() !== at.getTime())

type Now = { at: Date; timeZone: string }

/** Presets consist of whole days; the last one is that of the report. */
const presets: Readonly<Record<ReportPreset, (now: Now) => Range>> = {
  today: (now) => days(now, 0, 1),
  yesterday: (now) => days(now, -1, 0),
  last7: (now) => days(now, -6, 1),
  last30: (now) => days(now, -29, 1),
  last90: (now) => days(now, -89, 1),
  thisMonth: (now) => months(now, 0, 1),
  lastMonth: (now) => months(now, -1, 0),
  thisYear: (now) => years(now, 0),
  lastYear: (now) => years(now, -1),
  last12: (now) => months(now, -11, 1),
}

const days = ({ at, timeZone }: Now, from: number, to: number): Range => ({
  from: startOfDay(at, timeZone, from),
  to: startOfDay(at, timeZone, to),
})

const months = ({ at, timeZone }: Now, from: number, to: number): Range => ({
  from: startOfMonth(at, timeZone, from),
  to: startOfMonth(at, timeZone, to),
})

function years({ at, timeZone }: Now, later: number): Range {
  const year = civilDate(at, timeZone).year + later
  const start = (of: number) => startOf({ year: of, month: 1, day: 1 }, timeZone)
  return { from: start(year), to: start(year + 1) }
}

type Dates = Pick<ReportParameters, 'range' | 'from' | 'to'>

/** The range of a report's parameters, which are valid. @param period that of the range `billing` */
export function rangeOf({ range, from, to }: Dates, now: Now, period: BillingPeriod | undefined): Range {
  if (range === 'billing') return { from: new Date(period!.from), to: new Date(period!.to) }
  if (range !== 'days') return presets[range](now)
  return { from: startOfDate(from!, now.timeZone, 0), to: startOfDate(to!, now.timeZone, 1) }
}

function startOfDate(day: string, timeZone: string, later: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return startOf({ year, month, day: date + later }, timeZone)
}

/** The start of the next day, week or month; weeks begin on Monday (ISO 8601). */
function nextStart(at: Date, timeZone: string, step: Exclude<ReportStep, 'whole'>): Date {
  if (step === 'month') return startOfMonth(at, timeZone, 1)
  if (step === 'day') return startOfDay(at, timeZone, 1)
  const { year, month, day } = civilDate(at, timeZone)
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
  return startOfDay(at, timeZone, 7 - weekday)
}

/** The days, weeks or months of a range, oldest first; the first and the last may be shorter. */
export function periodsOf({ from, to }: Range, step: ReportStep, timeZone: string): Range[] {
  if (step === 'whole') return [{ from, to }]
  const periods: Range[] = []
  for (let start = from; start < to; ) {
    const next = nextStart(start, timeZone, step)
    periods.push({ from: start, to: next < to ? next : to })
    start = next
  }
  return periods
}

/** The name of a period: its first day, or its month. */
export const labelOfPeriod = ({ from }: Range, step: ReportStep, timeZone: string): string =>
  label(from, timeZone, step === 'month' ? 'month' : 'day')
