import { Checkbox } from '@mantine/core'
import { SavedView } from '@simwright/contract/people/behavior'
import { type SyntheticEvent, useState } from 'react'
import { useTask } from '../api/mutation.ts'
import { useLastDefined } from '../base/last-defined.ts'
import { say } from '../texts/text.ts'
import { DialogForm } from '../ui/form/DialogForm.tsx'
import { TextInput } from '../ui/form/TextInput.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { viewTexts } from './view-texts.ts'
import type { View, Views } from './views.ts'

const texts = viewTexts.form
const NAME_MAX = 40

type ViewDialogProps = {
  /** `new`, or the view to rename; undefined: the dialog is closed. */
  editing: 'new' | View | undefined
  views: Views
  onClose: () => void
}

/** Creates or renames a saved view. */
export function ViewDialog({ editing, views, onClose }: ViewDialogProps) {
  const shown = useLastDefined(editing)
  return (
    <Dialog
      opened={editing !== undefined}
      onClose={onClose}
      title={shown === 'new' ? texts.newTitle : texts.renameTitle}
      size={440}
    >
      {shown && <ViewForm editing={shown} views={views} onClose={onClose} />}
    </Dialog>
  )
}

type ViewFormProps = { editing: 'new' | View; views: Views; onClose: () => void }

function ViewForm({ editing, views, onClose }: ViewFormProps) {
  const view = editing === 'new' ? undefined : editing
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setIsShared] = useState(false)
  const [fault, setFault] = useState<string>()
  const save = useTask((chosen: string) =>
    view ? views.rename(view, chosen) : views.add(chosen, isShared ? 'shared' : 'own'),
  )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const parsed = SavedView.shape.name.safeParse(name)
    if (!parsed.success) return setFault(parsed.error.issues[0]!.message)
    const isOwn = view ? !view.shared : !isShared
    const nameFault = isOwn ? views.faultOf(parsed.data, view?.id) : undefined
    if (nameFault) return setFault(nameFault)
    save.mutate(parsed.data, {
      onSuccess: () => {
        toast.success(say(viewTexts.saved, { name: parsed.data }))
        onClose()
      },
      onError: ({ faults, message }) => setFault(faults[0]?.text ?? message),
    })
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.submit} isPending={save.isPending} onCancel={onClose}>
      <TextInput
        withAsterisk
        label={texts.name}
        value={name}
        maxLength={NAME_MAX}
        error={fault}
        data-autofocus
        autoComplete="off"
        onChange={(event) => {
          setName(event.currentTarget.value)
          setFault(undefined)
        }}
      />
      {!view && views.mayShare && (
        <Checkbox
          label={texts.shareIt}
          description={texts.shareHelp}
          checked={isShared}
          onChange={(event) => setIsShared(event.currentTarget.checked)}
        />
      )}
    </DialogForm>
  )
}
