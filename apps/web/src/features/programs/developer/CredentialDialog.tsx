import { Button } from '@mantine/core'
import * as credential from '@simwright/contract/programs/credential'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { developerTexts } from './developer-texts.ts'

const texts = developerTexts.credentials

type Shown = { accessKey: string; secretKey: string }

type CredentialDialogProps = { open: credential.Credential | 'new' | undefined; onClose: () => void }

/** Generates a credential, or a second secret of one. The secret is shown before the dialog closes. */
export function CredentialDialog({ open, onClose }: CredentialDialogProps) {
  const [shown, setShown] = useState<Shown>()
  const close = () => {
    setShown(undefined)
    onClose()
  }
  const isShown = shown !== undefined
  return (
    <Dialog
      opened={open !== undefined}
      onClose={close}
      title={isShown ? texts.shown.title : open && titleOf(open)}
      size={560}
      closeOnClickOutside={!isShown}
      closeOnEscape={!isShown}
    >
      {isShown && <ShownSecret shown={shown} onDone={close} />}
      {!isShown && open === 'new' && <NewCredential onShown={setShown} onClose={close} />}
      {!isShown && open && open !== 'new' && <Rotation id={open.id} onShown={setShown} onClose={close} />}
    </Dialog>
  )
}

const titleOf = (open: credential.Credential | 'new') =>
  open === 'new' ? texts.form.title : say(texts.rotate.title, { name: open.name })

type FormProps = { onShown: (shown: Shown) => void; onClose: () => void }

function NewCredential({ onShown, onClose }: FormProps) {
  const [name, setName] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const create = useMutation(credential.create, { changes: [credential.list], silent: true })
  const parsed = credential.create.input.safeParse({ name })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (parsed.success) create.mutate(parsed.data, { onSuccess: onShown })
  }
  return (
    <DialogForm
      onSubmit={submit}
      problem={create.error}
      submit={texts.form.submit}
      isPending={create.isPending}
      onCancel={onClose}
    >
      <Note>{texts.form.text}</Note>
      <TextInput
        withAsterisk
        label={texts.form.name}
        description={texts.form.nameHelp}
        value={name}
        maxLength={64}
        data-autofocus
        error={wasSent && parsed.error?.issues[0]?.message}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

function Rotation({ id, onShown, onClose }: FormProps & { id: string }) {
  const rotate = useMutation(credential.rotate, { changes: [credential.list], silent: true })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    rotate.mutate({ id }, { onSuccess: onShown })
  }
  return (
    <DialogForm
      onSubmit={submit}
      problem={rotate.error}
      submit={texts.rotate.submit}
      isPending={rotate.isPending}
      onCancel={onClose}
    >
      <Note>{texts.rotate.text}</Note>
    </DialogForm>
  )
}

function ShownSecret({ shown: { accessKey, secretKey }, onDone }: { shown: Shown; onDone: () => void }) {
  return (
    <Stack>
      <Note>{texts.shown.text}</Note>
      <CopyField label={texts.columns.accessKey} value={accessKey} />
      <CopyField label={texts.shown.secretKey} value={secretKey} />
      <Row gap={16} justify="end">
        <Button onClick={onDone}>{texts.shown.done}</Button>
      </Row>
    </Stack>
  )
}
