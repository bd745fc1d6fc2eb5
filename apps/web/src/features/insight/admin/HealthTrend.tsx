import { Skeleton } from '@mantine/core'
import type { HealthRange } from '@simwright/contract/insight/admin-dashboard'
import { lazy, Suspense } from 'react'
import { formatClock } from '../../../base/time.ts'
import { timeZone } from '../../../base/time-zone.ts'
import { adminDashboardTexts as texts } from './admin-dashboard-texts.ts'
import type { Health } from './health.ts'

const HEIGHT = 220

const TrendChart = lazy(() =>
  import('../../../ui/chart/TrendChart.tsx').then((module) => ({ default: module.TrendChart })),
)

const charts = {
  calls: {
    label: texts.callsOverTime,
    series: [
      { id: 'calls', label: texts.series.calls, color: 'blue' },
      { id: 'refused', label: texts.series.refused, color: 'vermilion' },
    ],
  },
  latency: {
    label: texts.latencyOverTime,
    series: [
      { id: 'p95', label: texts.series.p95, color: 'amber' },
      { id: 'p50', label: texts.series.p50, color: 'blue' },
    ],
  },
} as const

type HealthTrendProps = { health: Pick<Health, 'points'>; show: keyof typeof charts; range: HealthRange }

/** Calls and refusals, or latency, over time. */
export function HealthTrend({ health: { points }, show, range }: HealthTrendProps) {
  return (
    <Suspense fallback={<Skeleton height={HEIGHT} />}>
      <TrendChart
        {...charts[show]}
        height={HEIGHT}
        points={points.map(({ at, calls, refused, p50Ms, p95Ms }) => ({
          id: at,
          label: labelOf(at, range),
          values: { calls, refused, p50: p50Ms ?? 0, p95: p95Ms ?? 0 },
        }))}
      />
    </Suspense>
  )
}

/** The clock within a day, else the day. */
function labelOf(at: string, range: HealthRange): string {
  if (range === 'HOUR' || range === 'DAY') return formatClock(Date.parse(at)).slice(0, 5)
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: timeZone() })
}
