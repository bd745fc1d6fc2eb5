import * as block from '@simwright/contract/provisioning/block'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { blockTexts as texts } from '../../../texts/block.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { FieldInputs } from './FieldInputs.tsx'

type NoteDialogProps = { block: block.Block | undefined; onClose: () => void }

export function NoteDialog({ block: row, onClose }: NoteDialogProps) {
  const masks = useMasks()
  return (
    <Dialog
      opened={row !== undefined}
      onClose={onClose}
      title={row && say(texts.edit.title, { value: masks.number(row.value) })}
    >
      {row && <NoteForm key={row.id} row={row} onClose={onClose} />}
    </Dialog>
  )
}

function NoteForm({ row, onClose }: { row: block.Block; onClose: () => void }) {
  const [fields, setFields] = useState(() => block.BlockFields.parse(row))
  const edit = useMutation(block.edit, { changes: [block.list], onSuccess: () => toast.success(texts.noteDone) })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    edit.mutate({ id: row.id, version: row.version, fields }, { onSuccess: onClose })
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.edit.save} isPending={edit.isPending} onCancel={onClose}>
      <FieldInputs own="form" fields={fields} onChange={setFields} />
    </DialogForm>
  )
}
