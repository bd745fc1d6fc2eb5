import { Select } from '@mantine/core'
import type { Report, ReportRow } from '@simwright/contract/insight/report'
import {
  codeAgeNames,
  inventoryStatuses,
  type ReportValue,
  reportValueLabels,
  ruleOfKind,
} from '@simwright/contract/insight/report-kind'
import { statusCodeName } from '@simwright/contract/profiles/refusal-text'
import { type ReactNode, useState } from 'react'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import { type Bar, BarList } from '../../../ui/chart/BarList.tsx'
import { FunnelBars } from '../../../ui/chart/FunnelBars.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import classes from './Reports.module.css'
import type { Wanted } from './report-address.ts'
import { useReportLink } from './report-link.ts'
import { deviceName, nameOf, periodLabel } from './report-name.ts'
import { reportTexts as texts } from './report-texts.ts'

type ReportChartProps = { report: Report; wanted: Wanted }

/** The chart of a report: by period, by step, by age, or by what the rows are about. */
export function ReportChart({ report, wanted }: ReportChartProps) {
  switch (wanted.kind) {
    case 'usage':
      return <UsageChart report={report} wanted={wanted} />
    case 'funnel':
      return <FunnelChart report={report} wanted={wanted} />
    case 'stale':
      return <TotalBars report={report} wanted={wanted} values={codeAgeNames} />
    case 'inventory':
      return <TotalBars report={report} wanted={wanted} values={inventoryStatuses} />
    default:
      return <FailureBars report={report} wanted={wanted} />
  }
}

/** The values of a report's totals as bars. */
function TotalBars({ report, wanted, values }: ReportChartProps & { values: readonly ReportValue[] }) {
  const linkOf = useReportLink()
  const bars = values.map((value): Bar => {
    const link = linkOf({ ...wanted, report, row: undefined, values: [value] })
    return { id: value, label: reportValueLabels[value], count: report.totals[value] ?? 0, link }
  })
  return <BarList label={texts.chart} bars={bars} order="given" shares="percent" atMost={12} />
}

/** The steps of the download, each with its share of the previous step. */
function FunnelChart({ report, wanted }: ReportChartProps) {
  const { values } = ruleOfKind(wanted.kind)
  const linkOf = useReportLink()
  const steps = values.map((value) => ({
    id: value,
    label: reportValueLabels[value],
    count: report.totals[value] ?? 0,
    link: linkOf({ ...wanted, report, row: undefined, values: [value] }),
  }))
  return <FunnelBars label={texts.chart} steps={steps} />
}

/** Codes or devices by what went wrong; the most frequent first. */
function FailureBars({ report, wanted }: ReportChartProps) {
  const linkOf = useReportLink()
  const bars = report.rows.flatMap((row): Bar[] => {
    const { failed = 0, refused = 0 } = row.values
    if (failed + refused === 0) return []
    const link = linkOf({ ...wanted, report, row, values: ['failed', 'refused'] })
    return [{ id: row.id, label: labelOf(row, wanted), count: failed + refused, tone: 'danger', link }]
  })
  return bars.length > 0 ? (
    <>
      <p className={classes.measured}>{texts.failures}</p>
      <BarList label={texts.chart} bars={bars} />
    </>
  ) : (
    <Note size="small" mt={4}>
      {texts.noFailure}
    </Note>
  )
}

function labelOf(row: ReportRow, { kind }: Wanted): string {
  if (kind === 'devices') return [deviceName(row), row.brand && nameOf(row)].filter(Boolean).join(', ')
  const { subjectCode = '', reasonCode = '' } = row
  return subjectCode === ''
    ? texts.ownReason
    : (statusCodeName(subjectCode, reasonCode) ?? `${subjectCode} / ${reasonCode}`)
}

function UsageChart({ report, wanted }: ReportChartProps) {
  const { values } = ruleOfKind(wanted.kind)
  const linkOf = useReportLink()
  const [value, setValue] = useState<ReportValue>('downloaded')
  return (
    <>
      <div data-print="none">
        <Select
          label={texts.measure}
          data={values.map((one) => ({ value: one, label: reportValueLabels[one] }))}
          value={value}
          allowDeselect={false}
          style={{ maxWidth: 240, marginBottom: 12 }}
          onChange={(next) => setValue(next as ReportValue)}
        />
      </div>
      <p className={classes.measured} data-chosen>
        {reportValueLabels[value]}
      </p>
      {chartOf({ report, wanted, value, linkOf })}
    </>
  )
}

type Measured = ReportChartProps & { value: ReportValue; linkOf: ReturnType<typeof useReportLink> }

function chartOf({ report, wanted, value, linkOf }: Measured): ReactNode {
  if (wanted.by !== 'total') {
    const bars = sumsByDimension(report, value).map(({ row, ...bar }): Bar => {
      const link = report.isCut ? undefined : linkOf({ ...wanted, report, row, values: [value] })
      return { ...bar, link }
    })
    return <BarList label={reportValueLabels[value]} bars={bars} />
  }
  const points = report.rows.toReversed().map((row) => ({
    id: row.id,
    label: periodLabel(row, wanted.step, 'short'),
    title: periodLabel(row, wanted.step),
    values: { [value]: row.values[value] ?? 0 },
    link: linkOf({ ...wanted, report, row, values: [value] }),
  }))
  const series = [{ id: value, label: reportValueLabels[value], color: 'blue' as const }]
  return <BarChart label={reportValueLabels[value]} series={series} points={points} />
}

/** The sums over all periods that are shown. */
function sumsByDimension(report: Report, value: ReportValue): (Omit<Bar, 'link'> & { row: ReportRow })[] {
  const rows = Map.groupBy(report.rows, ({ dimension = '' }) => dimension)
  return [...rows].map(([id, its]) => ({
    id,
    label: nameOf(its[0]!),
    row: { id, dimension: id, values: {} },
    count: its.reduce((sum, row) => sum + (row.values[value] ?? 0), 0),
  }))
}
