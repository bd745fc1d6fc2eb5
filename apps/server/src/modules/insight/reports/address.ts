import { ruleOfKind } from '@simwright/contract/insight/report-kind'
import type { Sender } from '../../../port/mail.ts'
import { label } from '../../profiles/rollup/service.ts'
import type { PreparedReport } from './report.ts'

/** The page of the portal that shows this report with the days of its range. */
export function reportUrl(
  { publicUrl }: Sender,
  { parameters, by, range, period }: PreparedReport,
  timeZone: string,
): string {
  const { kind, step, only } = parameters
  const { stepped } = ruleOfKind(kind)
  const names: Record<string, string> = { kind, by }
  if (stepped) names.step = step
  if (only.length > 0) names.only = JSON.stringify(only)
  if (period) Object.assign(names, { range: 'billing', order: period.orderCode })
  else if (range) {
    const [from, to] = [label(range.from, timeZone, 'day'), label(new Date(range.to.getTime() - 1), timeZone, 'day')]
    Object.assign(names, { range: 'days', from, to })
  }
  return `${publicUrl}/reports?${new URLSearchParams(names)}`
}
