import type { BilledUse, Report } from '@simwright/contract/insight/report'
import { ruleOfKind } from '@simwright/contract/insight/report-kind'
import { formatDate, formatDays, formatTime } from '../../../base/time.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Note, Row } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ReportChart } from './ReportChart.tsx'
import classes from './Reports.module.css'
import { ReportTable } from './ReportTable.tsx'
import type { Wanted } from './report-address.ts'
import { reportTexts as texts } from './report-texts.ts'

type ReportResultProps = { report: Report; wanted: Wanted }

/** What the plan counts, a chart and the table of a report. */
export function ReportResult({ report, wanted }: ReportResultProps) {
  const { title } = ruleOfKind(wanted.kind)
  return (
    <>
      {report.billing && <BillPanel billing={report.billing} />}
      <Panel title={title} text={about(report)}>
        <ReportChart report={report} wanted={wanted} />
      </Panel>
      <Panel padding="none">
        <ReportTable report={report} wanted={wanted} />
        {(report.isCut || report.isRounded) && (
          <div className={classes.notes}>
            {report.isCut && <p>{say(texts.cut, { count: report.rows.length })}</p>}
            {report.isRounded && <p>{texts.rounded}</p>}
          </div>
        )}
      </Panel>
    </>
  )
}

/** The days of the report and their zone, or the time of the data. */
function about({ range, timeZone, asOf }: Report): string {
  const time = say(texts.asOf, { time: formatTime(asOf) })
  return range
    ? `${say(texts.span, { days: formatDays(range, timeZone), zone: timeZone.replaceAll('_', ' ') })}. ${time}`
    : time
}

function BillPanel({ billing }: { billing: BilledUse }) {
  const { counts, used, included, extra, billed, plan, from, to } = billing
  const open = extra - billed.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Panel title={texts.bill.title} text={say(texts.periodName, { plan, from: formatDate(from), to: formatDate(to) })}>
      <Row as="dl" gap="12 32" mb={8} className={classes.bill}>
        <div>
          <dt>{sayCount(texts.bill[counts], used)}</dt>
          <dd>
            {included === null
              ? say(texts.bill.unlimited, { plan })
              : say(texts.bill.included, { count: included, plan })}
          </dd>
        </div>
        {extra > 0 && (
          <div>
            <dt>{say(texts.bill.extra, { count: extra })}</dt>
            {billed.map(({ number, quantity }) => (
              <dd key={number}>{say(texts.bill.line, { number, count: quantity })}</dd>
            ))}
            {open > 0 && <dd>{texts.bill.open}</dd>}
          </div>
        )}
      </Row>
      <Note size="small" mt={4}>
        {texts.bill.text}
      </Note>
    </Panel>
  )
}
