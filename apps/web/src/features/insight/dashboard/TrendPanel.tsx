import * as dashboard from '@simwright/contract/insight/dashboard'
import { useAsk } from '../../../api/query.ts'
import {
  DownloadTrend,
  type TrendStep,
  TrendSteps,
  trendPeriods,
  useTrendOf,
  useTrendStep,
} from '../../../esim/DownloadTrend.tsx'
import { pages } from '../../../paths.ts'
import { dashboardTexts as texts } from '../../../texts/dashboard.ts'

/** How often the dashboard fetches its figures again. */
export const POLL_MS = 15_000

export function useTrend(by: TrendStep) {
  return useAsk(dashboard.trend, { by, periods: trendPeriods[by] }, { pollMs: POLL_MS, keepPrevious: true })
}

export function TrendPanel() {
  const [by, setBy] = useTrendStep(pages.dashboard)
  const [of, setOf] = useTrendOf(pages.dashboard)
  return (
    <DownloadTrend
      of={of}
      onOf={setOf}
      range={by === 'day' ? texts.days : texts.months}
      step={<TrendSteps by={by} onBy={setBy} />}
      trend={useTrend(by)}
    />
  )
}
