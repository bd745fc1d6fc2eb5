import { Select } from '@mantine/core'
import * as source from '@simwright/contract/profiles/source'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { developerTexts } from './developer-texts.ts'

const texts = developerTexts.pgp.rotateForm

type Days = (typeof source.pgpReadableDays)[number]

const choices = source.pgpReadableDays.map((days) => ({ value: String(days), label: texts.choices[days] }))

type PgpRotateDialogProps = { opened: boolean; fingerprint: string; onClose: () => void }

/** Replaces the OpenPGP key of the enterprise account. */
export function PgpRotateDialog({ opened, fingerprint, onClose }: PgpRotateDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title} size={560}>
      {opened && <RotateForm fingerprint={fingerprint} onClose={onClose} />}
    </Dialog>
  )
}

function RotateForm({ fingerprint, onClose }: Omit<PgpRotateDialogProps, 'opened'>) {
  const [days, setDays] = useState<Days>(30)
  const rotate = useMutation(source.rotatePgpKey, { changes: [source.pgpKey], silent: true })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const onSuccess = () => {
      toast.success(texts.done)
      onClose()
    }
    rotate.mutate({ fingerprint, days }, { onSuccess })
  }
  return (
    <DialogForm
      onSubmit={submit}
      problem={rotate.error}
      submit={texts.submit}
      isPending={rotate.isPending}
      onCancel={onClose}
    >
      <Note>{texts.text}</Note>
      <Select
        label={texts.days}
        description={days === 0 ? texts.atOnceHelp : texts.daysHelp}
        data={choices}
        value={String(days)}
        allowDeselect={false}
        onChange={(value) => setDays(Number(value) as Days)}
      />
    </DialogForm>
  )
}
