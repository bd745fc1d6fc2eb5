import * as block from '@simwright/contract/provisioning/block'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { blockTexts as texts } from '../../../texts/block.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'

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
  const [note, setNote] = useState(row.note)
  const edit = useMutation(block.edit, { changes: [block.list], onSuccess: () => toast.success(texts.noteDone) })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    edit.mutate({ id: row.id, version: row.version, fields: { note } }, { onSuccess: onClose })
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.edit.save} isPending={edit.isPending} onCancel={onClose}>
      <Textarea
        label={texts.form.note}
        description={texts.form.noteHelp}
        maxLength={block.BLOCK_MAX.noteLength}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        autosize
        minRows={2}
        data-autofocus
      />
    </DialogForm>
  )
}
