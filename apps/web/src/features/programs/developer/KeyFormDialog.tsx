import * as apiKey from '@simwright/contract/programs/keys'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { say } from '../../../texts/text.ts'
import { type DialogGuard, useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { developerTexts } from './developer-texts.ts'
import { KeyForm } from './KeyForm.tsx'
import { ShownKey } from './ShownKey.tsx'

const texts = developerTexts.keys.form

type KeyFormDialogProps = { draft: apiKey.ApiKey | 'new' | undefined; onClose: () => void }

/** Creates a key, or edits one. A new key is shown before the dialog closes. */
export function KeyFormDialog({ draft, onClose }: KeyFormDialogProps) {
  const [shown, setShown] = useState<string>()
  const close = () => {
    setShown(undefined)
    onClose()
  }
  const guard = useDialogGuard(close)
  const isShown = shown !== undefined
  return (
    <Dialog
      opened={draft !== undefined}
      onClose={guard.close}
      title={isShown ? developerTexts.keys.shown.title : draft && titleOf(draft)}
      size={isShown ? 560 : 760}
      closeOnClickOutside={!isShown}
      closeOnEscape={!isShown}
    >
      {isShown && <ShownKey value={shown} onDone={close} />}
      {!isShown && draft === 'new' && <NewKey onShown={setShown} guard={guard} />}
      {!isShown && draft && draft !== 'new' && <SavedKey key={draft.id} row={draft} guard={guard} />}
    </Dialog>
  )
}

const titleOf = (draft: apiKey.ApiKey | 'new') =>
  draft === 'new' ? texts.createTitle : say(texts.editTitle, { name: draft.name })

function NewKey({ onShown, guard }: { onShown: (key: string) => void; guard: DialogGuard }) {
  const add = useMutation(apiKey.add, { changes: [apiKey.list], silent: true })
  return (
    <KeyForm
      problem={add.error ?? undefined}
      isSaving={add.isPending}
      guard={guard}
      onSave={(draft) => add.mutate(draft, { onSuccess: ({ key }) => onShown(key) })}
    />
  )
}

function SavedKey({ row, guard }: { row: apiKey.ApiKey; guard: DialogGuard }) {
  const edit = useMutation(apiKey.edit, { changes: [apiKey.list], silent: true })
  const { id, version } = row
  return (
    <KeyForm
      saved={row}
      problem={edit.error ?? undefined}
      isSaving={edit.isPending}
      guard={guard}
      onSave={({ fields }) =>
        edit.mutate(
          { id, version, fields },
          {
            onSuccess: () => {
              toast.success(say(texts.saved, { name: fields.name }))
              guard.finish()
            },
          },
        )
      }
    />
  )
}
