import * as home from '@simwright/contract/insight/home'
import { queryOrder as planOf } from '@simwright/contract/platform/plan'
import { useNavigate } from '@tanstack/react-router'
import { useAsk } from '../../../api/query.ts'
import { batchPath } from '../../../esim/path.ts'
import { RunningBatches } from '../../../esim/RunningBatches.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { useCurrentUser } from '../../../session/session.ts'
import { homeTexts as texts } from '../../../texts/home.ts'
import { say } from '../../../texts/text.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { BatchMode } from './BatchMode.tsx'
import { Failures } from './Failures.tsx'
import { Guide } from './Guide.tsx'
import classes from './HomePage.module.css'
import { LearnMore } from './LearnMore.tsx'
import { NextSteps } from './NextSteps.tsx'
import { Offers } from './Offers.tsx'
import { PlanLeft } from './PlanLeft.tsx'
import { QuickGenerate } from './QuickGenerate.tsx'
import { Week } from './Week.tsx'

/**
 * The start page: running batches, quick generate, the getting-started guide until it is done, what is left of the plan,
 * figures and failed downloads of the last seven days.
 */
export function HomePage() {
  const user = useCurrentUser()
  const overview = useAsk(home.overview, {}, { pollMs: 15_000 })
  const navigate = useNavigate()
  const plan = useAsk(planOf, {}, { staleMs: 60_000 }).data
  const mayCreate = useAllowed('Generate_Ac_Create')
  const maySeeLog = useAllowed('Profile_Log_View')
  const hasFailures = maySeeLog && overview.data?.steps.generated === true
  return (
    <>
      <PageHeader
        title={say(texts.welcome, { name: user?.firstName ?? '' })}
        text={mayCreate ? texts.text : texts.textView}
      />
      <Offers steps={overview.data?.steps} />
      <div className={classes.running}>
        <RunningBatches onBatch={(id) => void navigate(batchPath(id))} />
      </div>
      <div className={classes.start} data-alone={mayCreate || hasFailures ? undefined : true}>
        {(mayCreate || hasFailures) && (
          <div className={classes.main}>
            {mayCreate && <QuickGenerate />}
            {hasFailures && <Failures />}
          </div>
        )}
        <div className={classes.aside}>
          <Guide steps={overview.data?.steps} />
          {plan && <NextSteps plan={plan} />}
          {plan && <PlanLeft plan={plan} />}
          <BatchMode />
          <LearnMore />
        </div>
      </div>
      <Week overview={overview} />
    </>
  )
}
