import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as dashboard from '@simwright/contract/insight/dashboard'
import { IconPrinter, IconRefresh } from '@tabler/icons-react'
import { useAsk } from '../../../api/query.ts'
import { invalidate } from '../../../api/query-client.ts'
import { formatClock } from '../../../base/time.ts'
import { useAddress } from '../../../base/url.ts'
import { BrandBars } from '../../../esim/BrandBars.tsx'
import { FigureCards } from '../../../esim/FigureCards.tsx'
import figures from '../../../esim/Figures.module.css'
import { SampleBadge } from '../../../esim/SampleBadge.tsx'
import { StatusShares } from '../../../esim/StatusShares.tsx'
import { pages } from '../../../paths.ts'
import { useSeesNoGroup } from '../../../session/group-limit.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { dashboardTexts as texts } from '../../../texts/dashboard.ts'
import { frameTexts } from '../../../texts/frame.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { Grid, Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { ReasonPanel, RegionPanel, SuccessPanel } from './BreakdownPanels.tsx'
import classes from './DashboardPage.module.css'
import { FunnelPanel } from './FunnelPanel.tsx'
import { MainFigures } from './MainFigures.tsx'
import { RangeBar } from './RangeBar.tsx'
import { type ChosenRange, useRange } from './range-address.ts'
import { TrendPanel } from './TrendPanel.tsx'

/** How often the dashboard fetches its figures again. */
const POLL_MS = 15_000

type Summary = OutputOf<typeof dashboard.summary>

/** Figures of the enterprise account: of a range of days that the user chooses, and as it is now. */
export function DashboardPage() {
  const summary = useAsk(dashboard.summary, {}, { pollMs: POLL_MS })
  const chosen = useRange()
  const mayGenerate = useAllowed('Generate_Ac_Create')
  const seesNoGroup = useSeesNoGroup()
  const asOf = summary.data && say(texts.asOf, { time: formatClock(Date.parse(summary.data.asOf)) })
  return (
    <>
      <PageHeader title={pageTexts.dashboard} text={texts.purpose} actions={<Actions asOf={asOf} />} />
      {summary.error && !summary.data ? (
        <Panel>
          <ErrorState problem={summary.error} onRetry={() => void summary.refetch()} />
        </Panel>
      ) : summary.data && isUntouched(summary.data) ? (
        <Panel>
          {seesNoGroup ? (
            <EmptyState drawing="chart" {...frameTexts.groupLimit.noneEmpty} />
          ) : (
            <EmptyState
              drawing="chart"
              title={texts.emptyTitle}
              text={mayGenerate ? texts.emptyText : texts.emptyTextView}
              button={mayGenerate ? { label: texts.generate, to: pages.generateAc.path } : undefined}
            />
          )}
        </Panel>
      ) : (
        <Stack className={figures.sections}>
          {summary.data?.sample && (
            <Row as="p" nowrap align="baseline" className="muted size-text">
              <SampleBadge /> {texts.sample}
            </Row>
          )}
          <RangeSection chosen={chosen} />
          <NowSection summary={summary.data} />
        </Stack>
      )}
    </>
  )
}

/** True if the enterprise account has never had a profile. */
const isUntouched = ({ statuses }: Summary) => statuses.length === 0

/** What happened in the chosen days. */
function RangeSection({ chosen }: { chosen: ChosenRange }) {
  const { range } = chosen
  const [{ by: step }] = useAddress(pages.dashboard)
  const answer = useAsk(dashboard.range, { range, step }, { pollMs: POLL_MS, keepPrevious: true })
  const { error } = answer
  const data = answer.isPlaceholderData ? undefined : answer.data
  return (
    <Stack as="section" aria-label={texts.inRange}>
      <RangeBar chosen={chosen} spans={answer.data} />
      {error && !data ? (
        <Panel>
          <ErrorState problem={error} onRetry={() => void answer.refetch()} />
        </Panel>
      ) : (
        <>
          <MainFigures answer={data} />
          <TrendPanel answer={data} />
          <Grid min={380}>
            <FunnelPanel answer={data} />
            <SuccessPanel range={range} />
          </Grid>
          <Grid min={380}>
            <RegionPanel range={range} />
            <ReasonPanel range={range} />
          </Grid>
        </>
      )}
    </Stack>
  )
}

/** The figures that do not depend on the range. */
function NowSection({ summary }: { summary: Summary | undefined }) {
  return (
    <Stack as="section" aria-label={texts.now}>
      <Title as="h2" size="h2" mt={16}>
        {texts.now}
      </Title>
      <FigureCards figures={summary} success="without" />
      <Grid min={380}>
        <Panel title={texts.statuses}>
          {summary ? <StatusShares statuses={summary.statuses} /> : <Skeleton height={168} />}
        </Panel>
        <Panel title={texts.brands}>
          {summary ? <BrandBars brands={summary.brands} /> : <Skeleton height={168} />}
        </Panel>
      </Grid>
    </Stack>
  )
}

function Actions({ asOf }: { asOf: string | undefined }) {
  return (
    <>
      {asOf && <span className={classes.asOf}>{asOf}</span>}
      <Tooltip label={texts.print}>
        <ActionIcon aria-label={texts.print} onClick={() => window.print()}>
          <IconPrinter size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={texts.refresh}>
        <ActionIcon
          aria-label={texts.refresh}
          onClick={() => void invalidate([dashboard.summary, dashboard.range, dashboard.breakdown])}
        >
          <IconRefresh size={16} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
