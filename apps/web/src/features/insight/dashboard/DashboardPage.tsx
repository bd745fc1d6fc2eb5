import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as dashboard from '@simwright/contract/insight/dashboard'
import { IconRefresh } from '@tabler/icons-react'
import { useAsk } from '../../../api/query.ts'
import { invalidate } from '../../../api/query-client.ts'
import { BrandBars } from '../../../esim/BrandBars.tsx'
import { FigureCards } from '../../../esim/FigureCards.tsx'
import figures from '../../../esim/Figures.module.css'
import { SampleBadge } from '../../../esim/SampleBadge.tsx'
import { StatusShares } from '../../../esim/StatusShares.tsx'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { dashboardTexts as texts } from '../../../texts/dashboard.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { formatClock } from '../../../ui/time.ts'
import classes from './DashboardPage.module.css'
import { POLL_MS, TrendPanel, useTrend } from './TrendPanel.tsx'

type Summary = OutputOf<typeof dashboard.summary>

/** Key figures of the enterprise account, refreshed every `POLL_MS`. */
export function DashboardPage() {
  const summary = useAsk(dashboard.summary, {}, { pollMs: POLL_MS })
  const dailyDownloads = useTrend('day').data?.points.map((point) => point.downloads)
  const mayGenerate = useAllowed('Generate_Ac_Create')
  const asOf = summary.data && say(texts.asOf, { time: formatClock(Date.parse(summary.data.asOf)) })
  return (
    <>
      <PageHeader title={pageTexts.dashboard} text={texts.purpose} actions={<Refresh asOf={asOf} />} />
      {summary.error && !summary.data ? (
        <Panel>
          <ErrorState problem={summary.error} onRetry={() => void summary.refetch()} />
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
        <div className={figures.sections}>
          {summary.data?.sample && (
            <p className={classes.sample}>
              <SampleBadge /> {texts.sample}
            </p>
          )}
          <FigureCards figures={summary.data} dailyDownloads={dailyDownloads} />
          <TrendPanel />
          <div className={figures.pair}>
            <Panel title={texts.statuses}>
              {summary.data ? <StatusShares statuses={summary.data.statuses} /> : <Skeleton height={168} />}
            </Panel>
            <Panel title={texts.brands}>
              {summary.data ? <BrandBars brands={summary.data.brands} /> : <Skeleton height={168} />}
            </Panel>
          </div>
        </div>
      )}
    </>
  )
}

/** True if the enterprise account has never had a profile. */
const isUntouched = ({ statuses }: Summary) => statuses.length === 0

function Refresh({ asOf }: { asOf: string | undefined }) {
  return (
    <>
      {asOf && <span className={classes.asOf}>{asOf}</span>}
      <Tooltip label={texts.refresh}>
        <ActionIcon aria-label={texts.refresh} onClick={() => void invalidate([dashboard.summary, dashboard.trend])}>
          <IconRefresh size={16} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
