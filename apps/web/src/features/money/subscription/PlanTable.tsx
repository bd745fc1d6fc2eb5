import { Button, Skeleton } from '@mantine/core'
import * as order from '@simwright/contract/money/order'
import type { UserPlan } from '@simwright/contract/platform/plan'
import * as plan from '@simwright/contract/platform/plan'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../../../api/query.ts'
import { linkTo, pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { pricesTexts, subscriptionTexts as texts } from '../../../texts/subscription.ts'
import { say } from '../../../texts/text.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PlanComparison } from './PlanComparison.tsx'

/** Compares the plans that are sold with the current one, each with a button that leads to its order. */
export function PlanTable({ current }: { current: UserPlan | undefined }) {
  const answer = useAsk(plan.list, {}, { staleMs: 5 * 60_000 })
  const mayOrder = useAllowed('Order_Create')
  return (
    <Panel title={texts.compare} text={texts.compareText} padding="none">
      {answer.error ? (
        <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <PlanComparison
          plans={answer.data.plans}
          current={current?.plan}
          action={({ name }) => mayOrder && current && <OrderButton name={name} current={current} />}
        />
      ) : (
        <Skeleton height={520} />
      )}
    </Panel>
  )
}

type OrderButtonProps = { name: plan.PlanName; current: UserPlan }

/** A larger plan than the one that was bought is an upgrade; the same one is renewed elsewhere on the page. */
function OrderButton({ name, current }: OrderButtonProps) {
  const { data } = useAsk(order.subscription, {})
  const operations = data?.operations ?? []
  const isBought = current.kind === 'BOUGHT'
  const isLarger = plan.planNames.indexOf(name) > plan.planNames.indexOf(current.plan)
  const operation = isBought && isLarger ? 'UPGRADE' : 'BUY'
  if (!operations.includes(operation) || (isBought && name === current.plan)) return null
  return (
    <Button
      component={Link}
      {...linkTo(pages.purchase, { params: { operation: operation.toLowerCase() }, search: { plan: name } })}
      size="xs"
      variant="light"
      mt={10}
      aria-label={say(pricesTexts.choosePlan, { plan: name })}
    >
      {pricesTexts.choose}
    </Button>
  )
}
