import type { ReportRow } from '@simwright/contract/insight/report'
import {
  dimensionLabels,
  type ReportStep,
  reportValueLabels,
  ruleOfKind,
} from '@simwright/contract/insight/report-kind'
import { installFailedText, refusalTexts, statusCodeName } from '@simwright/contract/profiles/refusal-text'
import type { Cell } from '../../../format/cell.ts'
import type { PreparedReport } from './report.ts'

type Column = { head: string; cell: (row: ReportRow) => Cell }

const periodHeads: Readonly<Record<Exclude<ReportStep, 'whole'>, string>> = {
  day: 'Day',
  week: 'Week from',
  month: 'Month',
}

const nameOf = ({ name = '', isDeleted }: ReportRow) => (isDeleted ? `${name} (deleted)` : name)

function explanationOf({ subjectCode = '', reasonCode = '' }: ReportRow) {
  return subjectCode === '' ? installFailedText : refusalTexts[`${subjectCode}/${reasonCode}`]
}

const statusCodeColumns: readonly Column[] = [
  { head: 'Subject code', cell: (row) => row.subjectCode ?? '' },
  { head: 'Reason code', cell: (row) => row.reasonCode ?? '' },
  {
    head: 'Meaning',
    cell: (row) => statusCodeName(row.subjectCode ?? '', row.reasonCode ?? '') ?? 'Own reason of the device',
  },
  { head: 'Why', cell: (row) => explanationOf(row)?.why ?? '' },
  { head: 'What to do', cell: (row) => explanationOf(row)?.next ?? '' },
]

const deviceColumns: readonly Column[] = [
  { head: 'Device brand', cell: (row) => row.brand || 'Unknown device' },
  { head: 'Device model', cell: (row) => row.model ?? '' },
  { head: 'Configuration', cell: nameOf },
  { head: 'Last seen', cell: (row) => row.lastSeen ?? '' },
]

/** The columns of a report's file, with the words of the screen. */
export function columnsOf({ parameters, by }: Pick<PreparedReport, 'parameters' | 'by'>): readonly Column[] {
  const { row, stepped, values } = ruleOfKind(parameters.kind)
  const { step } = parameters
  const period: Column[] =
    stepped && step !== 'whole' ? [{ head: periodHeads[step], cell: (one) => one.period ?? '' }] : []
  const dimension: Column[] = by === 'total' ? [] : [{ head: dimensionLabels[by], cell: nameOf }]
  const about = { dimension, 'status code': statusCodeColumns, device: deviceColumns }[row]
  const counts = values.map((value): Column => {
    return { head: reportValueLabels[value], cell: (one) => one.values[value] ?? 0 }
  })
  return [...period, ...about, ...counts]
}
