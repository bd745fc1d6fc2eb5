import { Button, Group, Textarea, TextInput } from '@mantine/core'
import * as es2plus from '@simwright/contract/programs/es2plus'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { operatorTexts } from '../../../texts/operator.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import layout from '../../../ui/FormLayout.module.css'
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx'
import classes from './DeveloperPage.module.css'

const texts = operatorTexts.form

type OperatorDialogProps = { open: es2plus.Operator | 'new' | undefined; onClose: () => void }

/** Registers a certificate, or changes the name and callback of a registered one. */
export function OperatorDialog({ open, onClose }: OperatorDialogProps) {
  return (
    <Dialog opened={open !== undefined} onClose={onClose} title={open && titleOf(open)} size={560}>
      {open === 'new' && <Registration onClose={onClose} />}
      {open && open !== 'new' && <Edit saved={open} onClose={onClose} />}
    </Dialog>
  )
}

const titleOf = (open: es2plus.Operator | 'new') => (open === 'new' ? texts.title : say(texts.editTitle, open))

function Registration({ onClose }: { onClose: () => void }) {
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
    if (parsed.success) register.mutate(parsed.data, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} noValidate className={layout.form}>
      <Refusal problem={register.error ?? undefined} />
      <p className={classes.text}>{texts.text}</p>
      <NameField value={name} error={faultOf('name')} onChange={setName} />
      <Textarea
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
      <Buttons label={texts.submit} isPending={register.isPending} onClose={onClose} />
    </form>
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
    <form onSubmit={submit} noValidate className={layout.form}>
      <Refusal problem={edit.error ?? undefined} />
      <NameField value={name} error={faultOf('name')} onChange={setName} />
      <CallbackField value={url} error={faultOf('callbackUrl')} onChange={setUrl} />
      <Buttons label={texts.save} isPending={edit.isPending} onClose={onClose} />
    </form>
  )
}

/** What refuses the whole form; faults of fields are shown with the fields. */
const Refusal = ({ problem }: { problem: Problem | undefined }) =>
  problem && problem.faults.length === 0 ? <RefusalNotice problem={problem} /> : null

type FieldProps = { value: string; error: string | false | undefined; onChange: (value: string) => void }

const NameField = ({ onChange, ...field }: FieldProps) => (
  <TextInput
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

function Buttons({ label, isPending, onClose }: { label: string; isPending: boolean; onClose: () => void }) {
  return (
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={onClose}>
        {uiTexts.cancel}
      </Button>
      <Button type="submit" loading={isPending}>
        {label}
      </Button>
    </Group>
  )
}
