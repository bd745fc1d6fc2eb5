import { Select } from '@mantine/core'
import type { InputOf } from '@simwright/contract/endpoint'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { type EndUserLanguage, endUserLanguages } from '@simwright/contract/provisioning/end-user-text'
import * as plannedDelivery from '@simwright/contract/provisioning/planned-delivery'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useMutation } from '../api/mutation.ts'
import { deliveryTexts } from '../texts/delivery.ts'
import { say, sayCount } from '../texts/text.ts'
import { DialogForm } from '../ui/form/DialogForm.tsx'
import { Textarea } from '../ui/form/Textarea.tsx'
import { TextInput } from '../ui/form/TextInput.tsx'
import { Note } from '../ui/layout/layout.tsx'
import { toast } from '../ui/toast.ts'
import { emptyPlan, localTimeOf, PlanFields, type PlanValues } from './PlanFields.tsx'
import { recipientsIn } from './recipient.ts'

const texts = deliveryTexts.send

type SendFormProps = { selection: Selection; iccid: string; onClose: () => void; onSent?: () => void }

/** Mails the code of one profile to one person. */
export function SendForm({ selection, iccid, onClose, onSent }: SendFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [message, setMessage] = useState('')
  const [language, setLanguage] = useState<EndUserLanguage | null>(null)
  const later = useLater({ onClose, onSent })
  const { plan } = later
  const send = useMutation(delivery.sendMails, {
    silent: true,
    changes: [delivery.mails],
    onSuccess: (_, { recipients }) => {
      toast.success(say(texts.sentTo, { email: recipients[0]!.email }))
      onSent?.()
      onClose()
    },
  })
  const refuse = (text: string) => {
    setError(text)
    input.current?.focus()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const { recipients } = recipientsIn(email)
    if (plan.isPlanned && (recipients.length === 1 || (plan.opensPage && email.trim() === '')))
      return later.add({ selection, rows: [{ email: recipients[0]?.email ?? null, iccid }], message, language })
    const [recipient] = recipients
    if (!recipient || recipients.length > 1) return refuse(texts.invalid)
    send.mutate(
      { selection, recipients: [{ email: recipient.email, iccid }], message, language },
      { onError: ({ faults, message }) => refuse(faults[0]?.text ?? message) },
    )
  }
  return (
    <DialogForm
      onSubmit={submit}
      submit={plan.isPlanned ? deliveryTexts.plan.one : texts.sendOne}
      isPending={send.isPending || later.isPending}
      onCancel={onClose}
    >
      <Note>{texts.one}</Note>
      <TextInput
        ref={input}
        type="email"
        label={texts.email}
        withAsterisk={!(plan.isPlanned && plan.opensPage)}
        data-autofocus
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <MessageInput value={message} onChange={setMessage} />
      <LanguageSelect value={language} onChange={setLanguage} />
      <PlanFields value={plan} error={later.error} onChange={later.setPlan} />
    </DialogForm>
  )
}

type Later = Pick<InputOf<typeof plannedDelivery.add>, 'selection' | 'rows' | 'message' | 'language'>

/** Plans a delivery instead of sending it now. */
function useLater({ onClose, onSent }: Pick<SendFormProps, 'onClose' | 'onSent'>) {
  const [plan, setPlan] = useState(emptyPlan)
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useMutation(plannedDelivery.add, {
    silent: true,
    changes: [plannedDelivery.list],
    onSuccess: ({ planned, left }) => {
      const [first] = left
      if (first) return setError(first.reason)
      toast.success(sayCount(deliveryTexts.plan.done, planned))
      onSent?.()
      onClose()
    },
  })
  return {
    plan,
    error,
    isPending,
    setPlan: (next: PlanValues) => {
      setPlan(next)
      setError(undefined)
    },
    add: (input: Later) => {
      const { zone: timeZone, opensPage } = plan
      mutate(
        { ...input, at: localTimeOf(plan), timeZone, opensPage },
        { onError: (problem) => setError(problem.faults[0]?.text ?? problem.message) },
      )
    },
  }
}

type MessageInputProps = { value: string; onChange: (message: string) => void }

/** The message of the sender. */
export function MessageInput({ value, onChange }: MessageInputProps) {
  return (
    <Textarea
      label={texts.message}
      description={texts.messageHelp}
      maxLength={delivery.MAIL_MESSAGE_MAX}
      autosize
      minRows={2}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type LanguageSelectProps = { value: EndUserLanguage | null; onChange: (language: EndUserLanguage | null) => void }

/** The language of the mail; empty is that of the enterprise account. */
export function LanguageSelect({ value, onChange }: LanguageSelectProps) {
  return (
    <Select
      label={texts.language}
      placeholder={texts.languageDefault}
      clearable
      data={Object.entries(endUserLanguages).map(([id, label]) => ({ value: id, label }))}
      value={value}
      onChange={(next) => onChange(next as EndUserLanguage | null)}
    />
  )
}
