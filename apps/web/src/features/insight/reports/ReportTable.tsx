import type { Report, ReportRow } from '@simwright/contract/insight/report'
import {
  dimensionLabels,
  type ReportValue,
  reportValueLabels,
  ruleOfKind,
} from '@simwright/contract/insight/report-kind'
import { installFailedText, refusalTexts, statusCodeName } from '@simwright/contract/profiles/refusal-text'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useRef } from 'react'
import { regionName } from '../../../esim/region.ts'
import { say } from '../../../texts/text.ts'
import { useIsPhone } from '../../../ui/phone.ts'
import { TableScroll } from '../../../ui/table/TableScroll.tsx'
import { LongText } from '../../../ui/text/LongText.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import classes from './Reports.module.css'
import type { Wanted } from './report-address.ts'
import { type Counted, useReportLink } from './report-link.ts'
import { configurationName, deviceName, nameOf, periodLabel } from './report-name.ts'
import { reportTexts as texts } from './report-texts.ts'

type ReportTableProps = { report: Report; wanted: Wanted }

type Column = { head: string; cell: (row: ReportRow) => ReactNode }

/** All rows of a report that a screen shows, and their sums. Click a number to open the list behind it. */
export function ReportTable({ report, wanted }: ReportTableProps) {
  const scrollRef = useRef<HTMLElement>(null)
  const isPhone = useIsPhone()
  const about = columnsOf(wanted, isPhone)
  const figures = figureNames(wanted)
  const hasNotes = about[0] === failureColumn
  return (
    <TableScroll label={texts.table} isBusy={false} scrollRef={scrollRef} onScroll={() => {}}>
      <table className={classes.table} data-phone={isPhone || undefined}>
        <thead>
          <tr>
            {about.map(({ head }) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            {figures.map((head) => (
              <th key={head} scope="col" data-align="right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.rows.map((row) => (
            <Fragment key={row.id}>
              <tr data-noted={hasNotes || undefined}>
                <AboutCells about={about} row={row} />
                <FigureCells report={report} wanted={wanted} row={row} />
              </tr>
              {hasNotes && (
                <tr>
                  <td colSpan={about.length + figures.length} className={classes.failureNote}>
                    <span>{explanationOf(row)?.why}</span> <span>{explanationOf(row)?.next}</span>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
        {!isSum(report) && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={about.length}>
                {texts.total}
              </th>
              <FigureCells report={report} wanted={wanted} row={undefined} />
            </tr>
          </tfoot>
        )}
      </table>
    </TableScroll>
  )
}

const figureNames = (wanted: Wanted) => [
  ...ruleOfKind(wanted.kind).values.map((value) => reportValueLabels[value]),
  ...ratesOf(wanted).map(({ head }) => head),
]

function AboutCells({ about, row }: { about: readonly Column[]; row: ReportRow }) {
  return about.map(({ head, cell }, i) =>
    i === 0 ? (
      <th key={head} scope="row">
        {cell(row)}
      </th>
    ) : (
      <td key={head}>{cell(row)}</td>
    ),
  )
}

type FigureCellsProps = ReportTableProps & {
  /** Undefined: the sum of all rows. */
  row: ReportRow | undefined
}

/** The numbers of a row, and the rates that are calculated from them. */
function FigureCells({ report, wanted, row }: FigureCellsProps) {
  return (
    <>
      {ruleOfKind(wanted.kind).values.map((value) => (
        <td key={value} data-align="right">
          <Count counted={{ ...wanted, report, row }} value={value} />
        </td>
      ))}
      {ratesOf(wanted).map(({ head, cell }) => (
        <td key={head} data-align="right">
          {cell(row ?? { id: '', values: report.totals })}
        </td>
      ))}
    </>
  )
}

/** Whether the only row is the sum already. */
const isSum = ({ rows: [row, ...others], totals }: Report): boolean =>
  row !== undefined &&
  others.length === 0 &&
  Object.entries(totals).every(([value, count]) => row.values[value as ReportValue] === count)

function Count({ counted, value }: { counted: Omit<Counted, 'values'>; value: ReportValue }) {
  const linkOf = useReportLink()
  const { report, row } = counted
  const count = (row ? row.values[value] : report.totals[value]) ?? 0
  const link = count > 0 ? linkOf({ ...counted, values: [value] }) : undefined
  const text = count.toLocaleString('en')
  if (!link) return <span data-zero={count === 0 || undefined}>{text}</span>
  return (
    <Link {...link} className={classes.count} title={say(texts.openList, { count: reportValueLabels[value] })}>
      {text}
    </Link>
  )
}

const heads = { day: texts.day, week: texts.week, month: texts.month } as const

/** The columns that say what a row is about. */
const periodCell = (step: Wanted['step']) => (row: ReportRow) => (
  <span className="nowrap">{periodLabel(row, step)}</span>
)

function columnsOf({ kind, step, by }: Wanted, isPhone: boolean): readonly Column[] {
  const { row, stepped } = ruleOfKind(kind)
  if (row === 'status code') return isPhone ? [failureColumn] : statusCodeColumns
  if (row === 'device') return deviceColumns
  const period = stepped && step !== 'whole' ? [{ head: heads[step], cell: periodCell(step) }] : []
  const isNamed = by !== 'total' || period.length === 0
  const name = by === 'region' ? (one: ReportRow) => regionName(one.dimension || null) ?? nameOf(one) : nameOf
  const cell = (one: ReportRow) => <LongText>{name(one)}</LongText>
  return [...period, ...(isNamed ? [{ head: dimensionLabels[by], cell }] : [])]
}

function explanationOf({ subjectCode = '', reasonCode = '' }: ReportRow) {
  return subjectCode === '' ? installFailedText : refusalTexts[`${subjectCode}/${reasonCode}`]
}

const statusCodeColumns: readonly Column[] = [
  { head: texts.code, cell: ({ subjectCode, reasonCode }) => (subjectCode ? `${subjectCode} / ${reasonCode}` : '–') },
  {
    head: texts.meaning,
    cell: ({ subjectCode = '', reasonCode = '' }) => (
      <span className={classes.meaning}>{statusCodeName(subjectCode, reasonCode) ?? texts.ownReason}</span>
    ),
  },
  { head: texts.why, cell: (row) => <span className={classes.words}>{explanationOf(row)?.why}</span> },
  { head: texts.next, cell: (row) => <span className={classes.words}>{explanationOf(row)?.next}</span> },
]

/** On a phone; cause and next step are below the row, so that its counts are in sight. */
const failureColumn: Column = {
  head: texts.failure,
  cell: ({ subjectCode = '', reasonCode = '' }) => (
    <>
      <span className={classes.failure}>{statusCodeName(subjectCode, reasonCode) ?? texts.ownReason}</span>
      {subjectCode !== '' && <span className={classes.code}>{`${subjectCode} / ${reasonCode}`}</span>}
    </>
  ),
}

const deviceColumns: readonly Column[] = [
  { head: texts.device, cell: (row) => <LongText>{deviceName(row)}</LongText> },
  { head: texts.configuration, cell: (row) => <LongText>{configurationName(row)}</LongText> },
  { head: texts.lastSeen, cell: ({ lastSeen }) => (lastSeen ? <Time at={lastSeen} show="day" /> : '–') },
]

/** Columns that are calculated from the numbers of a row. */
function ratesOf({ kind }: Wanted): readonly Column[] {
  if (kind === 'funnel')
    return [{ head: texts.success, cell: ({ values }) => percentOf(values, ['installed'], 'authenticated') }]
  return kind === 'devices' ? [{ head: texts.success, cell: (row) => <Verdict row={row} /> }] : []
}

type Values = ReportRow['values']

function percentOf(values: Values, parts: readonly ReportValue[], whole: ReportValue): string {
  const all = values[whole] ?? 0
  const sum = parts.reduce((total, part) => total + (values[part] ?? 0), 0)
  return all === 0 ? '–' : `${Math.round((sum / all) * 100)}%`
}

/** Whether the device model installs the configuration. */
function Verdict({ row: { values } }: { row: ReportRow }) {
  const { installed = 0, failed = 0, refused = 0 } = values
  const { passed, failed: none, mixed } = texts.verdicts
  const percent =
    installed + failed + refused === 0 ? 0 : Math.round((installed / (installed + failed + refused)) * 100)
  if (failed + refused === 0) return <StatusBadge tone="success">{passed}</StatusBadge>
  if (installed === 0) return <StatusBadge tone="danger">{none}</StatusBadge>
  return <StatusBadge tone="warning">{`${mixed}, ${percent}%`}</StatusBadge>
}
