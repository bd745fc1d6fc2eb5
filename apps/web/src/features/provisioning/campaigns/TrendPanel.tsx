import { SegmentedControl, Skeleton } from '@mantine/core'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { timeZone } from '../../../base/time-zone.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { campaignTexts } from './campaign-texts.ts'

const texts = campaignTexts.trend
const CHART_HEIGHT = 260
const series = [{ id: 'taken', label: texts.series, color: 'blue' }] as const

/** Short, so that they fit next to each other. */
const labels = {
  hour: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
} as const

/** Profiles taken over time. */
export function TrendPanel({ id, isOver }: { id: string; isOver: boolean }) {
  const [by, setBy] = useState<'hour' | 'day'>(isOver ? 'day' : 'hour')
  const trend = useAsk(campaign.trend, { id, by }, { keepPrevious: true })
  const label = new Intl.DateTimeFormat('en-GB', { ...labels[by], timeZone: timeZone() })
  return (
    <Panel
      title={texts.title}
      text={by === 'hour' ? texts.hours : texts.days}
      actions={
        <SegmentedControl
          aria-label={texts.by}
          value={by}
          onChange={(value) => setBy(value as 'hour' | 'day')}
          data={[
            { value: 'hour', label: texts.hour },
            { value: 'day', label: texts.day },
          ]}
        />
      }
    >
      {trend.data ? (
        <BarChart
          label={texts.label}
          series={series}
          points={trend.data.points.map(({ at, count }) => ({
            id: at,
            label: label.format(new Date(at)),
            values: { taken: count },
          }))}
          height={CHART_HEIGHT}
        />
      ) : trend.error ? (
        <ErrorState problem={trend.error} onRetry={() => void trend.refetch()} />
      ) : (
        <Skeleton height={CHART_HEIGHT} />
      )}
    </Panel>
  )
}
