import { ActionIcon, SegmentedControl, Skeleton } from '@mantine/core'
import * as dashboard from '@simwright/contract/dashboard'
import type { OutputOf } from '@simwright/contract/endpoint'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useAsk } from '../../api/query.ts'
import { pages } from '../../paths.ts'
import { useAllowed } from '../../session/permission.tsx'
import { dashboardTexts as texts } from '../../texts/dashboard.ts'
import { pageTexts } from '../../texts/page.ts'
import { say } from '../../texts/text.ts'
import { BarList } from '../../ui/BarList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TrendChart } from '../../ui/TrendChart.tsx'
import { formatClock } from '../../ui/time.ts'
import classes from './DashboardPage.module.css'
import { Figures } from './Figures.tsx'
import { StatusShares } from './StatusShares.tsx'
import { trendPoint } from './trend-point.ts'

type Summary = OutputOf<typeof dashboard.summary>

const POLL_MS = 15_000

/** The enterprise account at a glance; it follows what devices do by itself. */
export function DashboardPage() {
  const summary = useAsk(dashboard.summary, {}, { pollMs: POLL_MS })
  const mayGenerate = useAllowed('Generate_Ac_Create')
  const refresh = (
    <>
      <span className={classes.asOf}>
        {summary.data && say(texts.asOf, { time: formatClock(Date.parse(summary.data.asOf)) })}
      </span>
      <ActionIcon variant="subtle" color="gray" aria-label={texts.refresh} onClick={() => summary.refetch()}>
        <IconRefresh size={18} />
      </ActionIcon>
    </>
  )
  return (
    <>
      <PageHeader title={pageTexts.dashboard} text={texts.purpose} actions={refresh} />
      {summary.error && !summary.data ? (
        <Panel>
          <ErrorState problem={summary.error} onRetry={() => summary.refetch()} />
        </Panel>
      ) : summary.data && isUntouched(summary.data) ? (
        <Panel>
          <EmptyState
            drawing="chart"
            title={texts.emptyTitle}
            text={mayGenerate ? texts.emptyText : texts.emptyTextView}
            button={mayGenerate ? { label: texts.generate, to: pages.generateAc.path } : undefined}
          />
        </Panel>
      ) : (
        <div className={classes.sections}>
          <Figures summary={summary.data} />
          <Trend />
          <div className={classes.pair}>
            <Panel title={texts.statuses}>
              {summary.data ? <StatusShares statuses={summary.data.statuses} /> : <Skeleton height={168} />}
            </Panel>
            <Panel title={texts.brands}>
              <Brands brands={summary.data?.brands} />
            </Panel>
          </div>
        </div>
      )}
    </>
  )
}

/** No profile, ever. */
const isUntouched = ({ statuses }: Summary) => statuses.length === 0

const PERIODS = { day: 30, month: 12 } as const

const series = [
  { id: 'downloads', label: texts.downloads, tone: 'accent' },
  { id: 'installs', label: texts.installs, tone: 'success' },
  { id: 'errors', label: texts.errors, tone: 'danger' },
] as const

function Trend() {
  const [by, setBy] = useState<keyof typeof PERIODS>('day')
  const trend = useAsk(dashboard.trend, { by, periods: PERIODS[by] }, { pollMs: POLL_MS, keepPrevious: true })
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={texts.by}
      value={by}
      onChange={(value) => setBy(value as keyof typeof PERIODS)}
      data={[
        { value: 'day', label: texts.byDay },
        { value: 'month', label: texts.byMonth },
      ]}
    />
  )
  return (
    <Panel title={texts.trend} actions={choice}>
      {trend.data ? (
        <TrendChart label={texts.trendLabel} series={series} points={trend.data.points.map(trendPoint)} />
      ) : trend.error ? (
        <ErrorState problem={trend.error} onRetry={() => trend.refetch()} />
      ) : (
        <Skeleton height={290} />
      )}
    </Panel>
  )
}

const BRANDS_SHOWN = 8

function Brands({ brands }: { brands: Summary['brands'] | undefined }) {
  if (!brands) return <Skeleton height={168} />
  if (brands.length === 0) return <p className={classes.none}>{texts.brandsNone}</p>
  return (
    <BarList
      label={texts.brands}
      bars={brands.slice(0, BRANDS_SHOWN).map(({ brand, count }) => ({ id: brand, label: brand, count }))}
    />
  )
}
