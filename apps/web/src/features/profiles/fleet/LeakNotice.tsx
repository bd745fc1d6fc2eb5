import { Alert, Button } from '@mantine/core'
import type { Profile } from '@simwright/contract/profiles/fleet'
import * as leak from '@simwright/contract/provisioning/leak'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { leakTexts as texts } from '../../../texts/leak.ts'
import { say } from '../../../texts/text.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import { GenerateAgain } from './GenerateAgain.tsx'

/** Statuses in which a device has the profile, so that its code cannot be replaced. */
const IN_USE: readonly string[] = ['DOWNLOADED', 'INSTALLED', 'ENABLED', 'DISABLED']

type LeakNoticeProps = { profile: Profile; pollMs: number }

/** That many devices or networks try the code of the profile, and what the user can do; nothing for other profiles. */
export function LeakNotice({ profile: { id: profileId, status }, pollMs }: LeakNoticeProps) {
  const { data } = useAsk(leak.list, { filter: { profileId, state: ['SUSPECTED'] } }, { pollMs })
  const mayEdit = useAllowed('Fleet_Edit')
  const dismiss = useMutation(leak.dismiss, {
    changes: [leak.list],
    onSuccess: () => toast.success(texts.dismissed),
  })
  const found = data?.items ?? []
  if (found.length === 0) return null
  const isInUse = IN_USE.includes(status)
  return (
    <Alert color="red" variant="light" mb="md" title={texts.title}>
      <ul className="compact">
        {found.map(({ id, kind, value, hours }) => (
          <li key={id}>{say(texts.reasons[kind], { value, hours })}</li>
        ))}
      </ul>
      <p className="compact">{isInUse ? texts.adviceInUse : texts.advice}</p>
      {!isInUse && <GenerateAgain profileId={profileId} label={texts.replace} />}
      {mayEdit && (
        <Row mt={8}>
          <Button size="xs" variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate({ profileId })}>
            {texts.dismiss}
          </Button>
        </Row>
      )}
    </Alert>
  )
}
