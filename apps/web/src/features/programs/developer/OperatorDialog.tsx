import * as es2plus from '@simwright/contract/programs/es2plus'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { RefusalNotice } from '../../../ui/form/RefusalNotice.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { OperatorProof, type Provable } from './OperatorProof.tsx'
import { operatorTexts } from './operator-texts.ts'

const texts = operatorTexts.form

/** What the dialog does: registers a certificate, proves its key, or changes its name and callback. */
export type OperatorTask =
  | { kind: 'register' }
  | { kind: 'prove'; operator: Provable }
  | { kind: 'edit'; operator: es2plus.Operator }

type OperatorDialogProps = {
  task: OperatorTask | undefined
  /** Goes on with another task; undefined closes the dialog. */
  onTask: (task: OperatorTask | undefined) => void
}

export function OperatorDialog({ task, onTask }: OperatorDialogProps) {
  const close = () => onTask(undefined)
  const goOn = (operator: Provable) => onTask({ kind: 'prove', operator })
  return (
    <Dialog opened={task !== undefined} onClose={close} title={task && titleOf(task)} size={560}>
      {task?.kind === 'register' && <Registration onRegistered={goOn} onClose={close} />}
      {task?.kind === 'prove' && <OperatorProof operator={task.operator} onClose={close} />}
      {task?.kind === 'edit' && <Edit saved={task.operator} onClose={close} />}
    </Dialog>
  )
}

function titleOf(task: OperatorTask): string {
  if (task.kind === 'register') return texts.title
  return say(task.kind === 'edit' ? texts.editTitle : operatorTexts.proof.title, task.operator)
}

type RegistrationProps = { onRegistered: (operator: Provable) => void; onClose: () => void }

function Registration({ onRegistered, onClose }: RegistrationProps) {
  const [name, setName] = useState('')
  const [certificate, setCertificate] = useState('')
  const [requester, setRequester] = useState('')
  const [url, setUrl] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const register = useMutation(es2plus.register, { changes: [es2plus.list], silent: true })
  const parsed = es2plus.NewOperator.safeParse({ name, certificate, requester, callbackUrl: url.trim() || null })
  const faultOf = (field: keyof es2plus.NewOperator) =>
    (wasSent && parsed.error?.issues.find(({ path }) => path[0] === field)?.message) ||
    register.error?.faults.find(({ path }) => path === field)?.text
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (!parsed.success) return
    const { name } = parsed.data
    register.mutate(parsed.data, { onSuccess: (added) => onRegistered({ ...added, name }) })
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.submit} isPending={register.isPending} onCancel={onClose}>
      <Refusal problem={register.error ?? undefined} />
      <Note>{texts.text}</Note>
      <NameField value={name} error={faultOf('name')} onChange={setName} />
      <Textarea
        withAsterisk
        label={texts.certificate}
        description={texts.certificateHelp}
        value={certificate}
        rows={6}
        spellCheck={false}
        error={faultOf('certificate')}
        onChange={(event) => setCertificate(event.currentTarget.value)}
      />
      <TextInput
        label={texts.requester}
        description={texts.requesterHelp}
        value={requester}
        maxLength={255}
        error={faultOf('requester')}
        onChange={(event) => setRequester(event.currentTarget.value)}
      />
      <CallbackField value={url} error={faultOf('callbackUrl')} onChange={setUrl} />
    </DialogForm>
  )
}

function Edit({ saved, onClose }: { saved: es2plus.Operator; onClose: () => void }) {
  const [name, setName] = useState(saved.name)
  const [url, setUrl] = useState(saved.callbackUrl ?? '')
  const [wasSent, setWasSent] = useState(false)
  const edit = useMutation(es2plus.edit, { changes: [es2plus.list], silent: true })
  const parsed = es2plus.OperatorFields.safeParse({ name, callbackUrl: url.trim() || null })
  const faultOf = (field: keyof es2plus.OperatorFields) =>
    (wasSent && parsed.error?.issues.find(({ path }) => path[0] === field)?.message) ||
    edit.error?.faults.find(({ path }) => path === `fields.${field}`)?.text
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSent(true)
    const { id, version } = saved
    if (parsed.success) edit.mutate({ id, version, fields: parsed.data }, { onSuccess: onClose })
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.save} isPending={edit.isPending} onCancel={onClose}>
      <Refusal problem={edit.error ?? undefined} />
      <NameField value={name} error={faultOf('name')} onChange={setName} />
      <CallbackField value={url} error={faultOf('callbackUrl')} onChange={setUrl} />
    </DialogForm>
  )
}

/** What refuses the whole form; faults of fields are shown with the fields. */
const Refusal = ({ problem }: { problem: Problem | undefined }) =>
  problem && problem.faults.length === 0 ? <RefusalNotice problem={problem} /> : null

type FieldProps = { value: string; error: string | false | undefined; onChange: (value: string) => void }

const NameField = ({ onChange, ...field }: FieldProps) => (
  <TextInput
    withAsterisk
    label={texts.name}
    description={texts.nameHelp}
    maxLength={es2plus.ES2PLUS_LIMITS.nameLength}
    data-autofocus
    {...field}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

const CallbackField = ({ onChange, ...field }: FieldProps) => (
  <TextInput
    label={texts.callback}
    description={texts.callbackHelp}
    placeholder="https://"
    maxLength={es2plus.ES2PLUS_LIMITS.urlLength}
    {...field}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
