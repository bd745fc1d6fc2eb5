import { Anchor, Button, Skeleton } from '@mantine/core'
import * as order from '@simwright/contract/money/order'
import type { UserPlan } from '@simwright/contract/platform/plan'
import * as plan from '@simwright/contract/platform/plan'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../../../api/query.ts'
import { formatDate } from '../../../base/time.ts'
import { usePlatform } from '../../../brand/platform.ts'
import { useStartTrial } from '../../../esim/trial.tsx'
import { NotSold } from '../../../money/NotSold.tsx'
import { Usage } from '../../../money/Usage.tsx'
import { pages } from '../../../paths.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { pageTexts } from '../../../texts/page.ts'
import { subscriptionTexts as texts } from '../../../texts/subscription.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Grid, Note, Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { DueNotice } from './DueNotice.tsx'
import { PlanActions } from './PlanActions.tsx'
import { PlanTable } from './PlanTable.tsx'
import { SampleData } from './SampleData.tsx'
import { SavedCard } from './SavedCard.tsx'
import classes from './SubscriptionPage.module.css'

/** The current plan and its usage, a comparison of all plans, and the orders. */
export function SubscriptionPage() {
  const answer = useAsk(plan.queryOrder, {}, { staleMs: 0 })
  const { data } = answer
  return (
    <>
      <PageHeader title={pageTexts.subscription} text={texts.purpose} />
      {answer.error && !data ? (
        <Panel>
          <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
        </Panel>
      ) : (
        <Stack>
          <DueNotice />
          <NotSoldNotice />
          <Grid min={420}>
            <Panel title={texts.plan}>{data ? <CurrentPlan plan={data} /> : <Skeleton height={148} />}</Panel>
            <Panel title={texts.usage}>{data ? <Usage plan={data} /> : <Skeleton height={148} />}</Panel>
          </Grid>
          <SavedCard />
          <PlanTable current={data} />
          {data?.samples && (
            <Allowed need="Fleet_Delete">
              <SampleData />
            </Allowed>
          )}
        </Stack>
      )}
    </>
  )
}

function NotSoldNotice() {
  const { data } = useAsk(order.subscription, {}, { staleMs: 0 })
  const mayOrder = useAllowed('Order_Create')
  return mayOrder && data && data.salesLack.length > 0 && <NotSold lack={data.salesLack} />
}

function CurrentPlan({ plan: { plan: name, kind, endsAt, text, trial, enterpriseId } }: { plan: UserPlan }) {
  // when a plan that was bought ends or renews is said with its renewal
  const hasOwnEnd = kind !== 'BASE' && kind !== 'BOUGHT'
  return (
    <Stack gap={12} align="start">
      <Row gap="4 10">
        <span className={classes.name}>{name}</span>
        <StatusBadge tone={kind === 'BASE' ? 'neutral' : 'success'}>{texts.kinds[kind]}</StatusBadge>
        <Note as="span">
          {hasOwnEnd && (endsAt ? say(texts.runsUntil, { time: formatDate(endsAt) }) : texts.noEnd)}
          {trial.state === 'running' && ` · ${sayCount(texts.daysLeft, trial.daysLeft)}`}
        </Note>
      </Row>
      <Note>{texts.about[name]}</Note>
      {text && (
        <p className={classes.notice}>
          {trial.state === 'ended' ? say(texts.trial.expired) : text} <ContactLink>{texts.contact}</ContactLink>
        </p>
      )}
      {trial.refusal && (
        <Note>
          {texts.trial.refusals[trial.refusal]} <ContactLink>{texts.trial.ask}</ContactLink>
        </Note>
      )}
      {trial.state === 'available' && <TrialOffer days={trial.days} />}
      <PlanActions isTrial={kind === 'TRIAL'} isSecondary={trial.state === 'available'} />
      <p className={classes.id}>
        {texts.accountId} <Mono copyAs={texts.accountId}>{enterpriseId}</Mono>
      </p>
    </Stack>
  )
}

/** Nothing while the contact page would say nothing. */
function ContactLink({ children }: { children: string }) {
  const { hasContact } = usePlatform()
  if (!hasContact) return null
  return (
    <Anchor component={Link} to={pages.contact.path} inherit c="inherit" underline="always">
      {children}
    </Anchor>
  )
}

function TrialOffer({ days }: { days: number }) {
  const { start, isPending } = useStartTrial(days)
  return (
    <Allowed need="Subscription_Edit">
      <Row gap="12 16" justify="between" className={classes.offer}>
        <div>
          <Title>{say(texts.trial.title, { days })}</Title>
          <Note mt={2}>{texts.trial.text}</Note>
        </div>
        <Button loading={isPending} onClick={start}>
          {texts.trial.start}
        </Button>
      </Row>
    </Allowed>
  )
}
