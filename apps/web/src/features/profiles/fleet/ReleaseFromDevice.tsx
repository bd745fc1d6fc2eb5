import { Button } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import { IconLinkOff } from '@tabler/icons-react'
import { useMutation } from '../../../api/mutation.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { fleetTexts } from './fleet-texts.ts'

const texts = fleetTexts.setFree
const onDevice: readonly fleet.ProfileStatus[] = ['DOWNLOADED', 'INSTALLED', 'ENABLED', 'DISABLED']

/** Releases a profile from a lost device, which never notifies that it deleted the profile. */
export function ReleaseFromDevice({ profile: { id, status, sample, keysErasedAt } }: { profile: fleet.Profile }) {
  const { mutate, isPending } = useMutation(fleet.setFree, { changes: [fleet.detail, fleet.list, fleet.timeline] })
  if (!useAllowed('Fleet_Edit') || sample || !onDevice.includes(status)) return null
  const isErased = keysErasedAt !== null
  const ask = async () => {
    const { title, proceed } = texts
    const text = isErased ? texts.textErased : texts.text
    if (!(await confirm({ title, text, proceed, tone: 'danger' }))) return
    const ended = isErased ? texts.endedErased : texts.ended
    mutate({ id }, { onSuccess: ({ available }) => toast.success(available ? texts.available : ended) })
  }
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconLinkOff size={14} />}
      loading={isPending}
      onClick={() => void ask()}
    >
      {texts.button}
    </Button>
  )
}
