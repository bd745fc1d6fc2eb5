import { Skeleton } from '@mantine/core'
import * as plan from '@simwright/contract/platform/plan'
import * as callLog from '@simwright/contract/programs/call-log'
import * as credential from '@simwright/contract/programs/credential'
import * as apiKey from '@simwright/contract/programs/keys'
import * as webhook from '@simwright/contract/programs/webhook'
import { useAsk } from '../../../api/query.ts'
import { Usage } from '../../../money/Usage.tsx'
import { Allowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { Meter } from '../../../ui/chart/Meter.tsx'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { developerTexts } from './developer-texts.ts'
import { PgpPanel } from './PgpPanel.tsx'

const texts = developerTexts.limits

/** The limits of programs and of the plan with what is used, and the key that encrypts source data. */
export function LimitTab() {
  return (
    <Stack gap={24} className="over-table">
      <Panel title={texts.programs}>
        <ProgramLimits />
      </Panel>
      <Panel title={texts.plan}>
        <PlanUsage />
      </Panel>
      <Allowed need="Generate_Ac_View">
        <PgpPanel />
      </Allowed>
    </Stack>
  )
}

function ProgramLimits() {
  const keys = useAsk(apiKey.list, { filter: { state: ['ACTIVE', 'EXPIRED', 'CREATOR_GONE'] }, limit: 1 })
  const credentials = useAsk(credential.list, {})
  const webhooks = useAsk(webhook.list, {})
  const failed = [keys, credentials, webhooks].find(({ error }) => error)
  if (failed?.error) return <ErrorState problem={failed.error} onRetry={() => void failed.refetch()} />
  if (!keys.data || !credentials.data || !webhooks.data) return <Skeleton height={180} />
  const { callsASecond, items, refusal } = credentials.data
  const live = items.filter(({ revokedAt }) => revokedAt === null).length
  return (
    <Stack>
      {refusal && <Note>{refusal}</Note>}
      <Limit label={texts.keys} used={keys.data.total} max={apiKey.KEY_MAX.live} />
      <Limit label={texts.credentials} used={live} max={credential.CREDENTIALS_MAX} />
      <Limit label={texts.webhooks} used={webhooks.data.items.length} max={webhooks.data.max} />
      <KeyValue
        items={[
          { label: texts.calls, value: callsASecond === null ? texts.unlimited : String(callsASecond) },
          { label: texts.log, value: say(texts.days, { count: callLog.CALL_LOG_LIMITS.days }) },
        ]}
      />
    </Stack>
  )
}

const Limit = ({ label, used, max }: { label: string; used: number; max: number }) => (
  <Meter label={label} used={used} max={max} value={say(texts.of, { used, max })} />
)

function PlanUsage() {
  const answer = useAsk(plan.queryOrder, {}, { staleMs: 0 })
  if (answer.error) return <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
  return answer.data ? <Usage plan={answer.data} /> : <Skeleton height={148} />
}
