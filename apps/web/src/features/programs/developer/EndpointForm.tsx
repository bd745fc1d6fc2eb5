import { Checkbox, Select } from '@mantine/core'
import {
  benchStatuses,
  type Webhook,
  WebhookFields,
  type WebhookKind,
  webhookKindNames,
  webhookKinds,
} from '@simwright/contract/programs/webhook'
import { type SyntheticEvent, useState } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { ChoiceCards } from '../../../ui/form/ChoiceCards.tsx'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type DialogGuard, useDialogEntries } from '../../../ui/form/unsaved.ts'
import { Grid } from '../../../ui/layout/layout.tsx'
import { webhookTexts } from './webhook-texts.ts'

const texts = webhookTexts.form

const receivers = (['URL', 'BENCH'] as const).map((value) => ({
  value,
  label: texts.receivers[value],
  help: texts.receiverTexts[value],
}))

const statusChoices = benchStatuses.map((status) => String(status))

type EndpointFormProps = {
  /** The endpoint that is edited; absent for a new one. */
  saved?: Webhook
  problem: Problem | undefined
  isSaving: boolean
  onSave: (fields: WebhookFields) => void
  guard: DialogGuard
}

export function EndpointForm({ saved, problem, isSaving, onSave, guard }: EndpointFormProps) {
  const [name, setName] = useState(saved?.name ?? '')
  const [receiver, setReceiver] = useState<'URL' | 'BENCH'>(saved?.url === null ? 'BENCH' : 'URL')
  const [url, setUrl] = useState(saved?.url ?? '')
  const [kinds, setKinds] = useState<WebhookKind[]>(saved?.kinds ?? ['DOWNLOADED', 'INSTALLED'])
  const [status, setStatus] = useState(String(saved?.benchStatus ?? 200))
  const [wasSent, setWasSent] = useState(false)
  useDialogEntries(guard, { name, receiver, url, kinds, status })
  const isBench = receiver === 'BENCH'
  const parsed = WebhookFields.safeParse({ name, url: isBench ? null : url, kinds, benchStatus: Number(status) })
  const faultOf = (field: keyof WebhookFields) =>
    (wasSent && parsed.error?.issues.find(({ path }) => path[0] === field)?.message) ||
    problem?.faults.find(({ path }) => path === `fields.${field}`)?.text
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (parsed.success) onSave(parsed.data)
  }
  return (
    <DialogForm
      onSubmit={submit}
      problem={problem?.faults.length === 0 ? problem : undefined}
      submit={saved ? texts.save : texts.submit}
      isPending={isSaving}
      onCancel={guard.close}
    >
      <TextInput
        label={texts.name}
        description={texts.nameHelp}
        name="name"
        withAsterisk
        data-autofocus
        maxLength={64}
        value={name}
        error={faultOf('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ChoiceCards label={texts.receiver} name="receiver" choices={receivers} value={receiver} onChange={setReceiver} />
      {isBench ? (
        <StatusSelect value={status} onChange={setStatus} />
      ) : (
        <TextInput
          label={texts.url}
          description={texts.urlHelp}
          name="url"
          type="url"
          inputMode="url"
          withAsterisk
          placeholder="https://example.com/webhook"
          value={url}
          error={faultOf('url')}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
      )}
      <KindChoice kinds={kinds} error={faultOf('kinds')} onChange={setKinds} />
    </DialogForm>
  )
}

type KindChoiceProps = {
  kinds: WebhookKind[]
  error: string | false | undefined
  onChange: (kinds: WebhookKind[]) => void
}

/** The kinds of events that the endpoint receives. */
function KindChoice({ kinds, error, onChange }: KindChoiceProps) {
  return (
    <Checkbox.Group
      label={texts.kinds}
      withAsterisk
      value={kinds}
      error={error}
      onChange={(value) => onChange(value as WebhookKind[])}
    >
      <Grid min={150} fill gap={10} mt={6}>
        {webhookKinds.map((kind) => (
          <Checkbox key={kind} value={kind} label={webhookKindNames[kind]} />
        ))}
      </Grid>
    </Checkbox.Group>
  )
}

/** The HTTP status with which the test receiver answers. */
function StatusSelect({ value, onChange }: { value: string; onChange: (status: string) => void }) {
  return (
    <Select
      label={texts.status}
      description={texts.statusHelp}
      data={statusChoices}
      value={value}
      allowDeselect={false}
      onChange={(status) => onChange(status ?? '200')}
    />
  )
}
