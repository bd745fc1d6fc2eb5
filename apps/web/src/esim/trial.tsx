import * as order from '@simwright/contract/money/order'
import * as session from '@simwright/contract/people/session'
import * as plan from '@simwright/contract/platform/plan'
import { useMutation } from '../api/mutation.ts'
import { useAsk } from '../api/query.ts'
import { formatDate } from '../base/time.ts'
import { subscriptionTexts } from '../texts/subscription.ts'
import { say, sayCount } from '../texts/text.ts'
import { KeyValue } from '../ui/layout/KeyValue.tsx'
import { confirm } from '../ui/overlay/confirm.ts'
import { toast } from '../ui/toast.ts'

const texts = subscriptionTexts.trial
const DAY_MS = 86_400_000

/** Starts the free trial of so many days, after a dialog that says what it includes and until when. */
export function useStartTrial(days: number): { start: () => void; isPending: boolean } {
  const trial = useMutation(plan.startTrial, {
    changes: [plan.queryOrder, order.query, session.enterpriseInfo],
    onSuccess: ({ endsAt }) => toast.success(say(texts.started, { time: formatDate(endsAt) })),
  })
  const start = async () => {
    const title = sayCount(texts.question, days)
    const until = formatDate(new Date(Date.now() + days * DAY_MS).toISOString())
    if (await confirm({ title, text: <TrialTerms until={until} />, proceed: texts.start })) trial.mutate({})
  }
  return { start: () => void start(), isPending: trial.isPending }
}

/** What the trial includes: the limits of PRO, when it ends, and what comes then. */
function TrialTerms({ until }: { until: string }) {
  const { data } = useAsk(plan.list, {}, { staleMs: 5 * 60_000 })
  const limits = data?.plans.find(({ name }) => name === 'PRO')?.limits
  const figure = (value: number | null | undefined) =>
    value === undefined ? '…' : (value?.toLocaleString('en') ?? subscriptionTexts.unlimited)
  return (
    <>
      <KeyValue
        items={[
          { label: texts.terms.until, value: until },
          { label: subscriptionTexts.downloads, value: figure(limits?.downloads) },
          { label: subscriptionTexts.configurations, value: figure(limits?.configurations) },
          { label: subscriptionTexts.members, value: figure(limits?.members) },
          {
            label: texts.terms.features,
            value: limits?.features.map((one) => plan.planFeatureNames[one]).join(', ') ?? '…',
          },
        ]}
      />
      <p style={{ marginTop: 14 }}>{texts.terms.after}</p>
    </>
  )
}
