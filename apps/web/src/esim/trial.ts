import * as order from '@simwright/contract/money/order'
import * as session from '@simwright/contract/people/session'
import * as plan from '@simwright/contract/platform/plan'
import { useMutation } from '../api/mutation.ts'
import { subscriptionTexts } from '../texts/subscription.ts'
import { say } from '../texts/text.ts'
import { formatDate } from '../ui/time.ts'
import { toast } from '../ui/toast.ts'

/** Starts the free trial without asking for confirmation. */
export function useStartTrial(): { start: () => void; isPending: boolean } {
  const trial = useMutation(plan.startTrial, {
    changes: [plan.queryOrder, order.query, session.enterpriseInfo],
    onSuccess: ({ endsAt }) => toast.success(say(subscriptionTexts.trial.started, { time: formatDate(endsAt) })),
  })
  return { start: () => trial.mutate({}), isPending: trial.isPending }
}
