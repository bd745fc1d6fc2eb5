import { SegmentedControl, Skeleton } from '@mantine/core'
import * as dashboard from '@simwright/contract/dashboard'
import { lazy, Suspense } from 'react'
import { useAsk } from '../../api/query.ts'
import { dashboardTexts as texts } from '../../texts/dashboard.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useUrlParam } from '../../ui/url.ts'
import { trendPoint } from './trend-point.ts'

/** The dashboard asks again this often, in the background. */
export const POLL_MS = 15_000
/** Height of the chart with its legend; what stands there before it takes as much. */
const CHART_HEIGHT = 286

const PERIODS = { day: 30, month: 12 } as const

const series = [
  { id: 'downloads', label: texts.downloads, tone: 'accent' },
  { id: 'installs', label: texts.installs, tone: 'success' },
  { id: 'errors', label: texts.errors, tone: 'danger' },
] as const

const TrendChart = lazy(() => import('../../ui/TrendChart.tsx').then((module) => ({ default: module.TrendChart })))

export function useTrend(by: keyof typeof PERIODS) {
  return useAsk(dashboard.trend, { by, periods: PERIODS[by] }, { pollMs: POLL_MS, keepPrevious: true })
}

/** Downloads, installations and errors over time. */
export function TrendPanel() {
  const [asked, setAsked] = useUrlParam('by', 'replace')
  const by = asked === 'month' ? 'month' : 'day'
  const trend = useTrend(by)
  const skeleton = <Skeleton height={CHART_HEIGHT} />
  const choice = (
    <SegmentedControl
      aria-label={texts.by}
      value={by}
      onChange={(value) => setAsked(value === 'day' ? undefined : value)}
      data={[
        { value: 'day', label: texts.byDay },
        { value: 'month', label: texts.byMonth },
      ]}
    />
  )
  return (
    <Panel title={texts.trend} text={by === 'day' ? texts.days : texts.months} actions={choice}>
      {trend.data ? (
        <Suspense fallback={skeleton}>
          <TrendChart label={texts.trendLabel} series={series} points={trend.data.points.map(trendPoint)} />
        </Suspense>
      ) : trend.error ? (
        <ErrorState problem={trend.error} onRetry={() => void trend.refetch()} />
      ) : (
        skeleton
      )}
    </Panel>
  )
}
