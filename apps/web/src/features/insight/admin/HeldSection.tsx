import { Alert, Button } from '@mantine/core'
import * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { Allowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { GuideLink } from '../../../ui/text/GuideLink.tsx'
import { toast } from '../../../ui/toast.ts'
import { heldTexts as texts } from './held-texts.ts'

const kinds = ['mails', 'webhooks', 'operatorNotifications', 'charges'] as const

/** What waits since the database was restored, until staff release it. Nothing if nothing is held. */
export function HeldSection() {
  const { data } = useAsk(adminDashboard.held, {}, { staleMs: 0 })
  if (!data?.restore) return null
  const { restore } = data
  return (
    <Alert color="yellow" title={texts.title}>
      <Stack gap={12}>
        <p className="wrap">{say(texts.text, { rowsOf: formatTime(restore.rowsOf) })}</p>
        <KeyValue
          items={kinds.map((kind) => ({ label: texts.counts[kind], value: restore[kind].toLocaleString('en') }))}
        />
        <p className="wrap">{texts.also}</p>
        <Row>
          <Allowed need="Admin_Platform_Edit">
            <ReleaseButton />
          </Allowed>
          <GuideLink page="operation" section="restore">
            {texts.guide}
          </GuideLink>
        </Row>
      </Stack>
    </Alert>
  )
}

function ReleaseButton() {
  const release = useMutation(adminDashboard.releaseHeld, {
    changes: [adminDashboard.held],
    onSuccess: () => toast.success(texts.released),
  })
  const start = async () => {
    if (await confirm({ ...texts.ask, proceed: texts.release })) release.mutate({})
  }
  return (
    <Button onClick={() => void start()} loading={release.isPending}>
      {texts.release}
    </Button>
  )
}
