import { SegmentedControl } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import * as delivery from '@simwright/contract/provisioning/delivery'
import type { EndUserLanguage } from '@simwright/contract/provisioning/end-user-text'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../api/mutation.ts'
import type { Problem } from '../api/problem.ts'
import { useAsk } from '../api/query.ts'
import { deliveryTexts } from '../texts/delivery.ts'
import { say, sayCount } from '../texts/text.ts'
import { DialogForm } from '../ui/form/DialogForm.tsx'
import { Textarea } from '../ui/form/Textarea.tsx'
import { Note } from '../ui/layout/layout.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { PlanListForm } from './PlanListForm.tsx'
import { useMasks } from './privacy.ts'
import { recipientsIn } from './recipient.ts'
import { LanguageSelect, MessageInput, SendForm } from './SendForm.tsx'

const texts = deliveryTexts.send

type SendDialogProps = {
  selection: Selection | undefined
  /** The ICCID of the only profile of the selection. */
  iccid?: string
  onClose: () => void
  onSent?: () => void
}

/** Mails the code of one profile to one person, or those of several profiles after showing who gets which code. */
export function SendDialog({ selection, iccid, onClose, onSent }: SendDialogProps) {
  const form = { onClose, onSent }
  return (
    <Dialog opened={selection !== undefined} onClose={onClose} title={texts.title} size={iccid ? 460 : 560}>
      {selection &&
        (iccid ? (
          <SendForm selection={selection} iccid={iccid} {...form} />
        ) : (
          <ManyForm selection={selection} {...form} />
        ))}
    </Dialog>
  )
}

/** Who gets which code, which the server says as soon as all recipients are addresses. */
function usePlan(selection: Selection, text: string) {
  const { recipients, fault } = recipientsIn(text)
  const input = { selection, recipients }
  const isValid = fault === undefined && recipients.length > 0
  const { data, error } = useAsk(delivery.planMails, input, { enabled: isValid, keepPrevious: true })
  return { input, fault, pairs: isValid ? (data?.pairs ?? []) : [], error: isValid ? error : null }
}

/** Sends the codes of several profiles now, or plans when they are sent. */
function ManyForm(props: SendDialogProps & { selection: Selection }) {
  const [isPlanned, setIsPlanned] = useState(false)
  const { when, now, atDate } = deliveryTexts.plan
  return (
    <>
      <SegmentedControl
        aria-label={when}
        value={isPlanned ? 'planned' : 'now'}
        onChange={(next) => setIsPlanned(next === 'planned')}
        data={[
          { value: 'now', label: now },
          { value: 'planned', label: atDate },
        ]}
        mb={12}
      />
      {isPlanned ? <PlanListForm {...props} /> : <ListForm {...props} />}
    </>
  )
}

function ListForm({ selection, onClose, onSent }: SendDialogProps & { selection: Selection }) {
  const [text, setText] = useState('')
  const [message, setMessage] = useState('')
  const [language, setLanguage] = useState<EndUserLanguage | null>(null)
  const plan = usePlan(selection, text)
  const fits = plan.pairs.filter(({ reason }) => reason === null).length
  const send = useMutation(delivery.sendMails, {
    silent: true,
    changes: [delivery.mails],
    onSuccess: ({ sent }) => {
      toast.success(sayCount(texts.done, sent))
      onSent?.()
      onClose()
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (fits > 0) send.mutate({ ...plan.input, message, language })
  }
  return (
    <DialogForm
      onSubmit={submit}
      submit={sayCount(texts.proceed, fits)}
      isPending={send.isPending}
      isBlocked={fits === 0}
      onCancel={onClose}
    >
      <Note>{texts.text}</Note>
      <Textarea
        withAsterisk
        label={texts.recipients}
        description={say(texts.recipientsHelp, { max: delivery.MAILS_MAX.once })}
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        spellCheck={false}
        value={text}
        error={plan.fault === undefined ? undefined : say(texts.line, { line: plan.fault })}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <MessageInput value={message} onChange={setMessage} />
      <LanguageSelect value={language} onChange={setLanguage} />
      <PlannedMails pairs={plan.pairs} error={send.error ?? plan.error} />
    </DialogForm>
  )
}

type PlannedMailsProps = { pairs: OutputOf<typeof delivery.planMails>['pairs']; error: Problem | null }

function PlannedMails({ pairs, error }: PlannedMailsProps) {
  const masks = useMasks()
  if (pairs.length === 0 && !error) return null
  return (
    <div className="inset size-text" aria-live="polite">
      {pairs.length > 0 && (
        <ul className="wrap" style={{ maxHeight: 200, overflowY: 'auto' }} aria-label={texts.plan}>
          {pairs.map(({ email, iccid, reason }) => (
            <li key={`${email} ${iccid}`} className={reason === null ? undefined : 'danger'}>
              {reason === null ? say(texts.gets, { email, iccid: masks.number(iccid ?? '') }) : `${email}: ${reason}`}
            </li>
          ))}
        </ul>
      )}
      {error && <p role="alert">{error.faults?.[0]?.text ?? error.message}</p>}
    </div>
  )
}
