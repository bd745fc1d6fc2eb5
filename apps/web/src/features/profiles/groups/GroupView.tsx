import { Button, Skeleton } from '@mantine/core'
import * as group from '@simwright/contract/profiles/group'
import { IconDeviceSim } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { BrandBars } from '../../../esim/BrandBars.tsx'
import { DownloadTrend, TrendSteps, trendPeriods, useTrendOf, useTrendStep } from '../../../esim/DownloadTrend.tsx'
import { FigureCards } from '../../../esim/FigureCards.tsx'
import figureClasses from '../../../esim/Figures.module.css'
import { GroupDot } from '../../../esim/GroupTag.tsx'
import { fleetOfPath } from '../../../esim/path.ts'
import { StatusShares } from '../../../esim/StatusShares.tsx'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { dashboardTexts } from '../../../texts/dashboard.ts'
import { groupTexts as texts } from '../../../texts/group.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Grid, Note, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { useOpenObject } from '../../../ui/table/open-object.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { GroupActions } from './GroupActions.tsx'
import classes from './GroupsPage.module.css'

const POLL_MS = 15_000

type GroupViewProps = {
  id: string
  onBack: () => void
  /** Called with the id of an operation that was started. */
  onOperation: (id: string) => void
}

/** Page of one group: its dashboard, and the actions on it. */
export function GroupView({ id, onBack, onOperation }: GroupViewProps) {
  const answer = useAsk(group.get, { id }, { pollMs: POLL_MS })
  const { data, error } = answer
  // before the data: a group can be deleted while its page is open
  if (isProblem(error, 'not_found') || isProblem(error, 'invalid')) {
    const button = { label: texts.back, onClick: onBack }
    return (
      <>
        <PageHeader title={pageTexts.group} />
        <Panel>
          <EmptyState drawing="lost" title={texts.goneTitle} text={texts.goneText} button={button} />
        </Panel>
      </>
    )
  }
  if (data) return <LoadedGroup one={data} onBack={onBack} onOperation={onOperation} />
  return (
    <>
      <PageHeader back={{ label: pageTexts.group, onClick: onBack }} title={pageTexts.group} />
      {error ? (
        <Panel>
          <ErrorState problem={error} onRetry={() => void answer.refetch()} />
        </Panel>
      ) : (
        <Skeleton height={480} radius="lg" />
      )}
    </>
  )
}

type LoadedGroupProps = Omit<GroupViewProps, 'id'> & { one: group.Group }

function LoadedGroup({ one, onBack, onOperation }: LoadedGroupProps) {
  const { name, color, profiles, notes } = one
  const maySeeFleet = useAllowed('Fleet_View')
  const navigate = useNavigate()
  const show = () => void navigate(fleetOfPath({ group: one.id }))
  useOpenObject({
    kind: 'group',
    id: one.id,
    label: name,
    actions: maySeeFleet ? [{ id: 'show', label: texts.show, icon: IconDeviceSim, run: show }] : [],
  })
  return (
    <>
      <PageHeader
        back={{ label: pageTexts.group, onClick: onBack }}
        title={
          <span className={classes.title}>
            <GroupDot color={color} />
            {name}
          </span>
        }
        text={
          <>
            {notes && <span className="lines block">{notes}</span>}
            <span className="block faint size-small" style={{ marginTop: 4 }}>
              {sayCount(texts.count, profiles)} ·{' '}
              <Time at={one.updatedAt}>{say(texts.changed, { time: formatTime(one.updatedAt) })}</Time>
            </span>
          </>
        }
        actions={
          <>
            <GroupActions one={one} onDeleted={onBack} onOperation={onOperation} />
            {maySeeFleet && profiles > 0 && (
              <Button component={Link} {...fleetOfPath({ group: one.id })}>
                {texts.show}
              </Button>
            )}
          </>
        }
      />
      <GroupDashboard one={one} />
    </>
  )
}

function GroupDashboard({ one: { id, profiles } }: { one: group.Group }) {
  const figures = useAsk(group.figures, { id }, { pollMs: POLL_MS })
  const [by, setBy] = useTrendStep()
  const [of, setOf] = useTrendOf(pages.group)
  const trend = useAsk(group.trend, { id, by, periods: trendPeriods[by] }, { pollMs: POLL_MS, keepPrevious: true })
  const days = useAsk(group.trend, { id, by: 'day', periods: trendPeriods.day }, { pollMs: POLL_MS })
  const maySeeFleet = useAllowed('Fleet_View')
  const { data, error } = figures
  const skeleton = <Skeleton height={168} />
  if (error && !data) {
    return (
      <Panel>
        <ErrorState problem={error} onRetry={() => void figures.refetch()} />
      </Panel>
    )
  }
  if (profiles === 0 && trend.data?.points.every(({ generated, downloads }) => generated + downloads === 0)) {
    return (
      <Panel>
        <EmptyState
          drawing="card"
          title={texts.noProfiles}
          text={texts.noProfilesText}
          link={maySeeFleet ? { label: pageTexts.fleet, to: pages.fleet.path } : undefined}
        />
      </Panel>
    )
  }
  return (
    <Stack className={figureClasses.sections}>
      <FigureCards figures={data} groupId={id} dailyDownloads={days.data?.points.map(({ downloads }) => downloads)} />
      <DownloadTrend
        of={of}
        onOf={setOf}
        range={by === 'day' ? dashboardTexts.days : dashboardTexts.months}
        step={<TrendSteps by={by} onBy={setBy} />}
        groupId={id}
        trend={trend}
      />
      <Grid min={380}>
        <Panel title={dashboardTexts.statuses}>
          {data ? <StatusShares statuses={data.statuses} groupId={id} /> : skeleton}
        </Panel>
        <Panel title={dashboardTexts.brands}>{data ? <BrandBars brands={data.brands} groupId={id} /> : skeleton}</Panel>
      </Grid>
      <Note>{texts.pastGroupNote}</Note>
    </Stack>
  )
}
