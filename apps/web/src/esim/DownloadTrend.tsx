import { ActionIcon, SegmentedControl, Skeleton, Tooltip } from '@mantine/core'
import type { Trend } from '@simwright/contract/profiles/figures'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Problem } from '../api/problem.ts'
import { useAddress } from '../base/url.ts'
import { pages } from '../paths.ts'
import { dashboardTexts as texts } from '../texts/dashboard.ts'
import { BarChart } from '../ui/chart/BarChart.tsx'
import { FigureTable } from '../ui/chart/ChartFigures.tsx'
import { Panel } from '../ui/layout/Panel.tsx'
import { ErrorState } from '../ui/page/ErrorState.tsx'
import { useEventLink } from './event-link.ts'
import classes from './Figures.module.css'
import { type TrendOf, trendPoint, trendSeries } from './trend-point.ts'

/** Height of the chart with its legend; its skeleton has the same height. */
const CHART_PX = 260
const SKELETON_PX = 288

/** Number of days or months shown. */
export const trendPeriods = { day: 30, month: 12 } as const
export type TrendStep = keyof typeof trendPeriods

/** The step of a group's trend (day or month), stored in the address. */
export function useTrendStep(): [TrendStep, (step: TrendStep) => void] {
  const [{ by }, change] = useAddress(pages.group)
  return [by ?? 'day', (step) => change({ by: step === 'day' ? undefined : step })]
}

/** What the bars of the trend count, stored in the address. */
export function useTrendOf(page: typeof pages.dashboard | typeof pages.group): [TrendOf, (of: TrendOf) => void] {
  const [{ of }, change] = useAddress(page)
  return [of ?? 'downloads', (next) => change({ of: next === 'downloads' ? undefined : next })]
}

type DownloadTrendProps = {
  of: TrendOf
  onOf: (of: TrendOf) => void
  /** Below the title: the time of the trend. */
  range: ReactNode
  /** The choice of the step. */
  step?: ReactNode
  /** The group whose events are counted. */
  groupId?: string
  trend: { data?: Trend | undefined; error: Problem | null; refetch: () => unknown }
}

/** Downloads, installations or new codes over time, as bars or as a table. */
export function DownloadTrend({ of, onOf, range, step, groupId, trend }: DownloadTrendProps) {
  const { data, error, refetch } = trend
  const [view, setView] = useState<'bars' | 'table'>('bars')
  const link = useEventLink()
  const group = groupId === undefined ? undefined : { kind: 'group' as const, dimension: groupId }
  const points = data?.points.map((point) => trendPoint(point, of, (counted) => link({ ...counted, of: group })))
  const chart = { label: texts.trendOf[of], series: trendSeries[of] }
  return (
    <Panel
      title={texts.trend}
      text={range}
      actions={
        <div className={classes.choices}>
          <SegmentedControl
            aria-label={texts.of}
            value={of}
            onChange={(value) => onOf(value as TrendOf)}
            data={(['downloads', 'installs', 'generated'] as const).map((value) => ({
              value,
              label: texts.trendOf[value],
            }))}
          />
          {step}
          <ViewButton view={view} onView={setView} />
        </div>
      }
    >
      {points ? (
        view === 'bars' ? (
          <BarChart {...chart} points={points} height={CHART_PX} />
        ) : (
          <FigureTable caption={chart.label} series={chart.series} points={points.toReversed()} shown="visible" />
        )
      ) : error ? (
        <ErrorState problem={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={SKELETON_PX} />
      )}
    </Panel>
  )
}

type TrendStepsProps = { by: TrendStep; onBy: (by: TrendStep) => void }

export function TrendSteps({ by, onBy }: TrendStepsProps) {
  return (
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
}

type ViewButtonProps = { view: 'bars' | 'table'; onView: (view: 'bars' | 'table') => void }

/** Switches between bars and a table of the same numbers. */
function ViewButton({ view, onView }: ViewButtonProps) {
  const [label, Icon] = view === 'bars' ? [texts.asTable, IconTable] : [texts.asBars, IconChartBar]
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => onView(view === 'bars' ? 'table' : 'bars')}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
