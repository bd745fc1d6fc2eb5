import * as webhook from '@simwright/contract/programs/webhook'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { say } from '../../../texts/text.ts'
import { type DialogGuard, useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { EndpointForm } from './EndpointForm.tsx'
import { ShownSecret } from './ShownSecret.tsx'
import { webhookTexts } from './webhook-texts.ts'

const texts = webhookTexts.form

type EndpointFormDialogProps = { draft: webhook.Webhook | 'new' | undefined; onClose: () => void }

type Shown = { secret: string; accessKey: string }

/** Adds an endpoint, or edits one. A new secret is shown before the dialog closes. */
export function EndpointFormDialog({ draft, onClose }: EndpointFormDialogProps) {
  const [shown, setShown] = useState<Shown>()
  const close = () => {
    setShown(undefined)
    onClose()
  }
  const guard = useDialogGuard(close)
  const isShown = shown !== undefined
  const title = draft === 'new' ? texts.createTitle : draft && say(texts.editTitle, { name: draft.name })
  return (
    <Dialog
      opened={draft !== undefined}
      onClose={guard.close}
      title={isShown ? webhookTexts.shown.title : title}
      size={560}
      closeOnClickOutside={!isShown}
      closeOnEscape={!isShown}
    >
      {isShown && <ShownSecret {...shown} onDone={close} />}
      {!isShown && draft === 'new' && <NewEndpoint onShown={setShown} guard={guard} />}
      {!isShown && draft && draft !== 'new' && <SavedEndpoint key={draft.id} row={draft} guard={guard} />}
    </Dialog>
  )
}

function NewEndpoint({ onShown, guard }: { onShown: (shown: Shown) => void; guard: DialogGuard }) {
  const add = useMutation(webhook.add, { changes: [webhook.list], silent: true })
  return (
    <EndpointForm
      problem={add.error ?? undefined}
      isSaving={add.isPending}
      guard={guard}
      onSave={(fields) => add.mutate({ fields }, { onSuccess: onShown })}
    />
  )
}

function SavedEndpoint({ row, guard }: { row: webhook.Webhook; guard: DialogGuard }) {
  const edit = useMutation(webhook.edit, { changes: [webhook.list], silent: true })
  const { id, version } = row
  const saved = (name: string) => {
    toast.success(say(texts.saved, { name }))
    guard.finish()
  }
  return (
    <EndpointForm
      saved={row}
      problem={edit.error ?? undefined}
      isSaving={edit.isPending}
      guard={guard}
      onSave={(fields) => edit.mutate({ id, version, fields }, { onSuccess: () => saved(fields.name) })}
    />
  )
}
