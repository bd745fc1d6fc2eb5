import { Skeleton } from '@mantine/core'
import type { PlanName } from '@simwright/contract/platform/plan'
import * as plan from '@simwright/contract/platform/plan'
import { useAsk } from '../../../api/query.ts'
import { subscriptionTexts as texts } from '../../../texts/subscription.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PlanComparison } from './PlanComparison.tsx'

/** Compares the plans that are sold with the current one. */
export function PlanTable({ current }: { current: PlanName | undefined }) {
  const answer = useAsk(plan.list, {}, { staleMs: 5 * 60_000 })
  return (
    <Panel title={texts.compare} text={texts.compareText} padding="none">
      {answer.error ? (
        <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <PlanComparison plans={answer.data.plans} current={current} />
      ) : (
        <Skeleton height={520} />
      )}
    </Panel>
  )
}
