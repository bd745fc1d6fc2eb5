import { Alert } from '@mantine/core'
import * as push from '@simwright/contract/provisioning/push'
import { useAsk } from '../../../api/query.ts'
import { useAllowed, useWithheld } from '../../../session/permission.tsx'
import { pageTexts } from '../../../texts/page.ts'
import { suspensionTexts } from '../../../texts/suspension.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import classes from './EidPushPage.module.css'
import { PushForm } from './PushForm.tsx'
import { PushList } from './PushList.tsx'
import { PushQuotaPanel } from './PushQuotaPanel.tsx'
import { pushTexts as texts } from './push-texts.ts'

/** EID push: a form that pushes a profile to a device, the number of pushes left, and the state of each push. */
export function EidPushPage() {
  const mayPush = useAllowed('Eid_Push_Create')
  const isWithheld = useWithheld('Eid_Push_Create')
  const { data: quota, error, refetch } = useAsk(push.room, {})
  return (
    <>
      <PageHeader
        title={pageTexts.eidPush}
        text={texts.purpose}
        mark={<StatusBadge tone="violet">{texts.beta}</StatusBadge>}
      />
      {isWithheld && (
        <Alert color="gray" mb={16}>
          {suspensionTexts.withheld}
        </Alert>
      )}
      <div className={classes.top} data-alone={!mayPush || undefined}>
        {mayPush && <PushForm quota={quota} onRefused={() => void refetch()} />}
        <PushQuotaPanel quota={quota} problem={error} onRetry={() => void refetch()} />
      </div>
      <PushList mayPush={mayPush} quota={quota} />
    </>
  )
}
