import { Select } from '@mantine/core'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { type EndUserLanguage, endUserLanguages } from '@simwright/contract/provisioning/end-user-text'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useMutation } from '../api/mutation.ts'
import { deliveryTexts } from '../texts/delivery.ts'
import { say } from '../texts/text.ts'
import { DialogForm } from '../ui/form/DialogForm.tsx'
import { Textarea } from '../ui/form/Textarea.tsx'
import { TextInput } from '../ui/form/TextInput.tsx'
import { Note } from '../ui/layout/layout.tsx'
import { toast } from '../ui/toast.ts'
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
    const [recipient] = recipients
    if (!recipient || recipients.length > 1) return refuse(texts.invalid)
    send.mutate(
      { selection, recipients: [{ email: recipient.email, iccid }], message, language },
      { onError: ({ faults, message }) => refuse(faults[0]?.text ?? message) },
    )
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.sendOne} isPending={send.isPending} onCancel={onClose}>
      <Note>{texts.one}</Note>
      <TextInput
        ref={input}
        type="email"
        label={texts.email}
        withAsterisk
        data-autofocus
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Textarea
        label={texts.message}
        description={texts.messageHelp}
        maxLength={delivery.MAIL_MESSAGE_MAX}
        autosize
        minRows={2}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <LanguageSelect value={language} onChange={setLanguage} />
    </DialogForm>
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
