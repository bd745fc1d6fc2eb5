import { useForm } from '@mantine/form'
import * as tac from '@simwright/contract/provisioning/tac'
import { tacLimits } from '@simwright/contract/provisioning/tac'
import type { SyntheticEvent } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { useLastDefined } from '../../../base/last-defined.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { showFaults } from '../../../ui/form/form.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { tacTexts } from './tac-texts.ts'

const texts = tacTexts.form

type TacDialogProps = {
  /** Undefined while the dialog is closed. */
  row: tac.TacRow | 'new' | undefined
  onClose: () => void
}

/** Adds or edits one TAC. */
export function TacDialog({ row, onClose }: TacDialogProps) {
  const shown = useLastDefined(row)
  const current = shown === 'new' ? undefined : shown
  return (
    <Dialog
      opened={row !== undefined}
      onClose={onClose}
      title={current ? say(texts.titleEdit, { tac: current.tac }) : texts.titleAdd}
    >
      {shown && <TacForm key={current?.tac} current={current} onClose={onClose} />}
    </Dialog>
  )
}

function TacForm({ current, onClose }: { current: tac.TacRow | undefined; onClose: () => void }) {
  const form = useForm({
    initialValues: { tac: current?.tac ?? '', brand: current?.brand ?? '', model: current?.model ?? '' },
  })
  const changes = [tac.list]
  const add = useMutation(tac.add, { silent: true, changes })
  const edit = useMutation(tac.edit, { silent: true, changes })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const { tac: number, brand, model } = form.values
    const fields = { brand, model }
    const checked = tac.add.input.safeParse({ tac: current?.tac ?? number, fields })
    form.clearErrors()
    if (!checked.success) {
      const faults = checked.error.issues.map(({ path, message }) => [String(path.at(-1)), message])
      return form.setErrors(Object.fromEntries(faults))
    }
    const onSuccess = (text: typeof texts.added | typeof texts.saved) => () => {
      toast.success(say(text, { tac: number }))
      onClose()
    }
    const onError = (problem: Problem) => {
      if (!showFaults(form, problem, 'fields')) form.setErrors({ brand: problem.message })
    }
    if (current)
      edit.mutate({ tac: number, version: current.version, fields }, { onSuccess: onSuccess(texts.saved), onError })
    else add.mutate({ tac: number, fields }, { onSuccess: onSuccess(texts.added), onError })
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.save} isPending={add.isPending || edit.isPending} onCancel={onClose}>
      {!current && (
        <TextInput
          label={texts.tac}
          description={texts.tacHelp}
          name="tac"
          required
          inputMode="numeric"
          maxLength={8}
          data-autofocus
          {...form.getInputProps('tac')}
        />
      )}
      <TextInput
        label={texts.brand}
        name="brand"
        required
        maxLength={tacLimits.brandLength}
        data-autofocus={current ? true : undefined}
        {...form.getInputProps('brand')}
      />
      <TextInput
        label={texts.model}
        name="model"
        required
        maxLength={tacLimits.modelLength}
        {...form.getInputProps('model')}
      />
    </DialogForm>
  )
}
