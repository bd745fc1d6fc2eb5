import { Skeleton } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import type { overview } from '@simwright/contract/insight/home'
import type { Problem } from '../../../api/problem.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import type { ChartColor } from '../../../ui/chart/chart-color.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import classes from './HomePage.module.css'
import { homeTexts } from './home-texts.ts'

const texts = homeTexts.week
const CHART_PX = 180

type Days = OutputOf<typeof overview>['codes']

type WeekProps = {
  overview: { data: OutputOf<typeof overview> | undefined; error: Problem | null; refetch: () => unknown }
}

/** New downloads and new activation codes of the last seven days; only their totals while there are none of both. */
export function Week({ overview: { data, error, refetch } }: WeekProps) {
  if (error && !data)
    return (
      <div className={classes.week}>
        <Panel>
          <ErrorState problem={error} onRetry={() => void refetch()} />
        </Panel>
      </div>
    )
  const isEmpty = data !== undefined && [...data.downloads, ...data.codes].every(({ count }) => count === 0)
  return (
    <div className={classes.week}>
      <DaysPanel
        title={texts.downloads}
        name={texts.downloadsName}
        days={data?.downloads}
        color="blue"
        hasChart={!isEmpty}
      />
      <DaysPanel title={texts.codes} name={texts.codesName} days={data?.codes} color="violet" hasChart={!isEmpty} />
    </div>
  )
}

type DaysPanelProps = { title: string; name: string; days: Days | undefined; color: ChartColor; hasChart: boolean }

function DaysPanel({ title, name, days, color, hasChart }: DaysPanelProps) {
  const total = days?.reduce((sum, { count }) => sum + count, 0)
  return (
    <Panel title={title} text={texts.span}>
      <div className={classes.total}>
        {total === undefined ? <Skeleton width={60} height={24} /> : total.toLocaleString('en')}
      </div>
      {days === undefined && <Skeleton height={CHART_PX} />}
      {days !== undefined && hasChart && (
        <BarChart
          label={title}
          series={[{ id: 'count', label: name, color }]}
          points={days.map(pointOf)}
          height={CHART_PX}
        />
      )}
    </Panel>
  )
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' })

/** `day` is a date in the caller's time zone, so it is formatted without conversion. */
function pointOf({ day, count }: Days[number]) {
  return { id: day, label: weekday.format(new Date(`${day}T00:00:00Z`)), values: { count } }
}
