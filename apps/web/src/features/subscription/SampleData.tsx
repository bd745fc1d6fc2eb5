import { Button } from '@mantine/core'
import * as batch from '@simwright/contract/batch'
import * as configuration from '@simwright/contract/configuration'
import * as dashboard from '@simwright/contract/dashboard'
import * as fleet from '@simwright/contract/fleet'
import * as plan from '@simwright/contract/plan'
import * as sample from '@simwright/contract/sample'
import { useDo } from '../../api/query.ts'
import { subscriptionTexts } from '../../texts/subscription.ts'
import { confirm } from '../../ui/confirm.ts'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toast.ts'

const texts = subscriptionTexts.samples

const changes = [
  plan.queryOrder,
  fleet.list,
  fleet.profileLog,
  configuration.list,
  batch.list,
  dashboard.summary,
  dashboard.trend,
]

/** What demo mode has brought along, and the way to be rid of it. */
export function SampleData() {
  const remove = useDo(sample.remove, { changes, onDone: () => toast.success(texts.done) })
  const ask = async () => {
    const { confirmTitle: title, confirmText: text, remove: proceed } = texts
    if (await confirm({ title, text, proceed, tone: 'danger' })) remove.mutate({})
  }
  return (
    <Panel
      title={texts.title}
      actions={
        <Button variant="default" loading={remove.isPending} onClick={() => void ask()}>
          {texts.remove}
        </Button>
      }
    >
      {texts.text}
    </Panel>
  )
}
