import { Skeleton } from '@mantine/core'
import * as home from '@simwright/contract/insight/home'
import { queryOrder as planOf } from '@simwright/contract/platform/plan'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAsk } from '../../../api/query.ts'
import { useCurrentUser } from '../../../api/session.ts'
import { useConfigurations } from '../../../esim/ConfigurationSelect.tsx'
import { batchPath } from '../../../esim/path.ts'
import { RunningBatches } from '../../../esim/RunningBatches.tsx'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { BatchMode } from './BatchMode.tsx'
import { Failures } from './Failures.tsx'
import { FeedbackOffer } from './FeedbackOffer.tsx'
import { Guide } from './Guide.tsx'
import { isGuideDone } from './guide-steps.ts'
import classes from './HomePage.module.css'
import { homeTexts as texts } from './home-texts.ts'
import { LearnMore } from './LearnMore.tsx'
import { NextSteps } from './NextSteps.tsx'
import { PlanLeft } from './PlanLeft.tsx'
import { QuickGenerate } from './QuickGenerate.tsx'
import { Week } from './Week.tsx'

/**
 * The start page. Until the guide is done it begins with its four steps, afterwards with what is running. Quick generate is
 * at the top once a configuration is complete, and below the figures before.
 */
export function HomePage() {
  const user = useCurrentUser()
  const mayCreate = useAllowed('Generate_Ac_Create')
  return (
    <>
      <PageHeader
        title={say(texts.welcome, { name: user?.firstName ?? '' })}
        text={mayCreate ? texts.text : texts.textView}
      />
      <Content mayCreate={mayCreate} />
    </>
  )
}

/** Nothing is shown before it is known which order it has, so that nothing moves or disappears. */
function Content({ mayCreate }: { mayCreate: boolean }) {
  const overview = useAsk(home.overview, {}, { pollMs: 15_000 })
  const configurations = useConfigurations({ enabled: mayCreate })
  const { guide } = useSearch({ from: pages.home.id })
  const steps = overview.data?.steps
  if ((!steps && !overview.error) || (mayCreate && !configurations.data && !configurations.error))
    return <HomeSkeleton />
  const rows = (mayCreate && configurations.data?.items) || []
  const isReady = rows.some(({ complete, frozen, sample }) => complete && !frozen && !sample)
  const isNew = steps !== undefined && !isGuideDone(steps)
  const isGuideFirst = isNew || guide !== undefined
  const start = <Start hasFailures={steps?.generated === true} />
  return (
    <Stack>
      <FeedbackOffer steps={steps} />
      {isGuideFirst && <Guide steps={steps} isQuickReady={isReady} />}
      {!isNew && <Running />}
      {isReady && start}
      <Week overview={overview} />
      {isNew && <Running />}
      {!isReady && (rows.length > 0 ? start : <Later mayCreate={mayCreate} hasFailures={steps?.generated === true} />)}
      {!isGuideFirst && <Guide steps={steps} isQuickReady={isReady} />}
      <LearnMore />
    </Stack>
  )
}

function Running() {
  const navigate = useNavigate()
  return <RunningBatches onBatch={(id) => void navigate(batchPath(id))} />
}

/**
 * Quick generate next to what is left, what comes next and batch mode, which is below them while Quick generate shows its
 * result: that is shorter than the form. Below them the failed downloads over the full width.
 */
function Start({ hasFailures }: { hasFailures: boolean }) {
  const maySeeLog = useAllowed('Profile_Log_View')
  return (
    <>
      <div className={classes.start}>
        <QuickGenerate />
        <Stack className={classes.side}>
          <PlanPanels />
        </Stack>
        <div className={classes.batchMode}>
          <BatchMode />
        </div>
      </div>
      {hasFailures && maySeeLog && <Failures />}
    </>
  )
}

/** The same without a form: panels side by side. */
function Later({ mayCreate, hasFailures }: { mayCreate: boolean; hasFailures: boolean }) {
  const maySeeLog = useAllowed('Profile_Log_View')
  return (
    <div className={classes.panels}>
      {mayCreate && <QuickGenerate />}
      {hasFailures && maySeeLog && <Failures />}
      <PlanPanels />
      <BatchMode />
    </div>
  )
}

function PlanPanels() {
  const plan = useAsk(planOf, {}, { staleMs: 60_000 }).data
  return (
    plan && (
      <>
        <NextSteps plan={plan} />
        <PlanLeft plan={plan} />
      </>
    )
  )
}

/** Outline of Home until its order is known. */
function HomeSkeleton() {
  return (
    <Stack role="status" aria-label={uiTexts.loading}>
      <Skeleton height={168} radius="lg" />
      <Grid columns="minmax(0, 1fr) 380px" singleBelow="75em" align="stretch">
        <Skeleton height={420} radius="lg" />
        <Skeleton height={420} radius="lg" />
      </Grid>
    </Stack>
  )
}
