import { SegmentedControl, Skeleton } from '@mantine/core'
import type { Trend } from '@simwright/contract/profiles/figures'
import { lazy, Suspense } from 'react'
import type { Problem } from '../api/problem.ts'
import type { pages } from '../paths.ts'
import { dashboardTexts as texts } from '../texts/dashboard.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useAddress } from '../ui/url.ts'
import { trendPoint } from './trend-point.ts'

/** Height of the chart with its legend; its skeleton has the same height. */
const CHART_HEIGHT = 286

/** Number of days or months shown. */
export const trendPeriods = { day: 30, month: 12 } as const
export type TrendStep = keyof typeof trendPeriods

const series = [
  { id: 'downloads', label: texts.downloads, tone: 'accent' },
  { id: 'installs', label: texts.installs, tone: 'success' },
  { id: 'errors', label: texts.errors, tone: 'danger' },
] as const

const TrendChart = lazy(() => import('../ui/TrendChart.tsx').then((module) => ({ default: module.TrendChart })))

/** The step of the trend (day or month), stored in the address. */
export function useTrendStep(
  page: typeof pages.dashboard | typeof pages.group,
): [TrendStep, (step: TrendStep) => void] {
  const [{ by }, change] = useAddress(page)
  return [by ?? 'day', (step) => change({ by: step === 'day' ? undefined : step })]
}

type DownloadTrendProps = {
  by: TrendStep
  onBy: (by: TrendStep) => void
  trend: { data?: Trend | undefined; error: Problem | null; refetch: () => unknown }
}

/** Downloads, installations and errors over time. */
export function DownloadTrend({ by, onBy, trend: { data, error, refetch } }: DownloadTrendProps) {
  const skeleton = <Skeleton height={CHART_HEIGHT} />
  const choice = (
    <SegmentedControl
      aria-label={texts.by}
      value={by}
      onChange={(value) => onBy(value as TrendStep)}
      data={[
        { value: 'day', label: texts.byDay },
        { value: 'month', label: texts.byMonth },
      ]}
    />
  )
  return (
    <Panel title={texts.trend} text={by === 'day' ? texts.days : texts.months} actions={choice}>
      {data ? (
        <Suspense fallback={skeleton}>
          <TrendChart label={texts.trendLabel} series={series} points={data.points.map(trendPoint)} />
        </Suspense>
      ) : error ? (
        <ErrorState problem={error} onRetry={() => void refetch()} />
      ) : (
        skeleton
      )}
    </Panel>
  )
}
