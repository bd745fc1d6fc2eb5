import { Select } from '@mantine/core'
import * as webhook from '@simwright/contract/programs/webhook'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { ShownSecret } from './ShownSecret.tsx'
import { webhookTexts } from './webhook-texts.ts'

const texts = webhookTexts.rotate

type Hours = (typeof webhook.previousHours)[number]

const choices = webhook.previousHours.map((hours) => ({ value: String(hours), label: texts.choices[hours] }))

type EndpointRotateDialogProps = { endpoint: webhook.Webhook | undefined; onClose: () => void }

/** Replaces the secret of an endpoint, and shows the new one. */
export function EndpointRotateDialog({ endpoint, onClose }: EndpointRotateDialogProps) {
  const [secret, setSecret] = useState<string>()
  const close = () => {
    setSecret(undefined)
    onClose()
  }
  const isShown = secret !== undefined
  return (
    <Dialog
      opened={endpoint !== undefined}
      onClose={close}
      title={isShown ? webhookTexts.shown.title : endpoint && say(texts.title, { name: endpoint.name })}
      size={560}
      closeOnClickOutside={!isShown}
      closeOnEscape={!isShown}
    >
      {isShown && endpoint && <ShownSecret secret={secret} accessKey={endpoint.accessKey} onDone={close} />}
      {!isShown && endpoint && <RotateForm id={endpoint.id} onShown={setSecret} onClose={close} />}
    </Dialog>
  )
}

type RotateFormProps = { id: string; onShown: (secret: string) => void; onClose: () => void }

function RotateForm({ id, onShown, onClose }: RotateFormProps) {
  const [hours, setHours] = useState<Hours>(24)
  const rotate = useMutation(webhook.rotate, { changes: [webhook.list] })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    rotate.mutate({ id, hours }, { onSuccess: ({ secret }) => onShown(secret) })
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.submit} isPending={rotate.isPending} onCancel={onClose}>
      <Note>{texts.text}</Note>
      <Select
        label={texts.hours}
        data={choices}
        value={String(hours)}
        allowDeselect={false}
        onChange={(value) => setHours(Number(value) as Hours)}
      />
    </DialogForm>
  )
}
