import { Button, Radio } from '@mantine/core'
import * as block from '@simwright/contract/provisioning/block'
import { IconBan } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { blockTexts } from '../../../texts/block.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'

const texts = blockTexts.device

/** Adds a block rule for the EID of the device that a profile is on, or for the TAC of its model. */
export function BlockDevice({ profileId }: { profileId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!useAllowed('Block_Edit')) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconBan size={14} />} onClick={() => setIsOpen(true)}>
        {texts.button}
      </Button>
      <BlockDeviceDialog profileId={profileId} isOpen={isOpen} onClose={close} />
    </>
  )
}

type BlockDeviceDialogProps = { profileId: string; isOpen: boolean; onClose: () => void }

export function BlockDeviceDialog({ profileId, isOpen, onClose }: BlockDeviceDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={texts.title}>
      <BlockForm profileId={profileId} onClose={onClose} />
    </Dialog>
  )
}

function BlockForm({ profileId, onClose }: { profileId: string; onClose: () => void }) {
  const [kind, setKind] = useState<'EID' | 'TAC'>('EID')
  const [note, setNote] = useState('')
  const masks = useMasks()
  const blocking = useMutation(block.device, {
    changes: [block.list, block.ofProfiles],
    onSuccess: ({ value: found, added }) => {
      const value = masks.number(found)
      if (added > 0) toast.success(say(texts.done, { value }))
      else toast.info(say(texts.before, { value }))
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    blocking.mutate({ profileId, kind, note }, { onSuccess: onClose })
  }
  return (
    <DialogForm
      onSubmit={submit}
      submit={texts.proceed}
      isPending={blocking.isPending}
      tone="danger"
      onCancel={onClose}
    >
      <Note>{texts.text}</Note>
      <Radio.Group value={kind} onChange={(value) => setKind(value as 'EID' | 'TAC')} aria-label={texts.title}>
        <Stack gap={8}>
          <Radio value="EID" label={texts.eid} data-autofocus />
          <Radio value="TAC" label={texts.tac} />
        </Stack>
      </Radio.Group>
      <TextInput
        {...blockTexts.fields.note}
        maxLength={block.BLOCK_MAX.noteLength}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
