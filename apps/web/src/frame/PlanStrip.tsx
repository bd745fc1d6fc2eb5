import { Button } from '@mantine/core'
import type { UserPlan } from '@simwright/contract/platform/plan'
import * as plan from '@simwright/contract/platform/plan'
import { Link, useRouterState } from '@tanstack/react-router'
import { useAsk } from '../api/query.ts'
import { usePlatform } from '../brand/platform.ts'
import { useStartTrial } from '../esim/trial.tsx'
import { pages } from '../paths.ts'
import { Allowed } from '../session/permission.tsx'
import { planStripTexts as texts } from '../texts/subscription.ts'
import { say, sayCount } from '../texts/text.ts'
import { Row } from '../ui/layout/layout.tsx'
import classes from './PlanStrip.module.css'

const POLL_MS = 5 * 60_000

/** A trial with this many days left or fewer shows a warning. */
const WARNING_DAYS = 3

/** Strip at the top of every page: demo mode, days left of a trial, an ended trial or plan, a suspension. */
export function PlanStrip() {
  const { data } = useAsk(plan.queryOrder, {}, { staleMs: POLL_MS, pollMs: POLL_MS })
  const isSubscriptionPage = useRouterState({ select: ({ location }) => location.pathname === pages.subscription.path })
  const notice = data && noticeOf(data)
  if (!notice) return null
  return (
    <div className={classes.strip} data-tone={notice.tone} role="status">
      <span>
        {notice.text}
        {notice.more && <span className="block">{notice.more}</span>}
      </span>
      {data.suspended ? (
        <SuspendedActions />
      ) : (
        !data.frozen && !isSubscriptionPage && <Actions trial={data.trial} order={data.order} />
      )}
    </div>
  )
}

type PlanNotice = { text: string; more?: string; tone: 'info' | 'warning' | 'danger' }

function noticeOf({ suspended, frozen, order, trial, samples }: UserPlan): PlanNotice | undefined {
  if (suspended) {
    const { reason } = suspended
    const text = reason === null ? texts.suspendedBare : say(texts.suspended, { reason })
    return { text, more: texts.suspendedRest, tone: 'danger' }
  }
  if (frozen) return { text: texts.frozen, tone: 'warning' }
  if (trial.state === 'running') {
    const text = `${sayCount(texts.trial, trial.daysLeft)} ${texts.choose}`
    return { text, tone: trial.daysLeft <= WARNING_DAYS ? 'warning' : 'info' }
  }
  if (order === 'none') return { text: samples ? texts.demo : texts.demoBare, tone: 'info' }
  if (order === 'running') return undefined
  const ended = trial.state === 'ended' ? say(texts.trialEnded) : texts.planEnded
  return { text: `${ended} ${texts.frozenRest}`, tone: 'warning' }
}

function Actions({ trial, order }: Pick<UserPlan, 'trial' | 'order'>) {
  const { start, isPending } = useStartTrial(trial.days)
  const { hasContact } = usePlatform()
  return (
    <Row as="span" align="stretch">
      {trial.state === 'available' && (
        <Allowed need="Subscription_Edit">
          <Button size="compact-sm" loading={isPending} onClick={start}>
            {say(texts.start, { days: trial.days })}
          </Button>
        </Allowed>
      )}
      <Allowed need="Subscription_View">
        <Button size="compact-sm" variant="default" component={Link} to={pages.subscription.path}>
          {texts.see}
        </Button>
      </Allowed>
      {order !== 'running' && trial.state !== 'available' && hasContact && (
        <Button size="compact-sm" variant="default" component={Link} to={pages.contact.path}>
          {texts.contact}
        </Button>
      )}
    </Row>
  )
}

/** What a suspended client can do about it: pay, or write to the staff. */
function SuspendedActions() {
  const { hasContact } = usePlatform()
  return (
    <Row as="span" align="stretch">
      <Allowed need={pages.orders.permissions}>
        <Button size="compact-sm" variant="default" component={Link} to={pages.orders.path}>
          {texts.orders}
        </Button>
      </Allowed>
      {hasContact && (
        <Button size="compact-sm" variant="default" component={Link} to={pages.contact.path}>
          {texts.contact}
        </Button>
      )}
    </Row>
  )
}
