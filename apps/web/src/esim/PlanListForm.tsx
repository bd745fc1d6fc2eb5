import { Button, Checkbox, FileButton } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import type { EndUserLanguage } from '@simwright/contract/provisioning/end-user-text'
import * as planned from '@simwright/contract/provisioning/planned-delivery'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../api/mutation.ts'
import type { Problem } from '../api/problem.ts'
import { useAsk } from '../api/query.ts'
import { formatTime } from '../base/time.ts'
import { deliveryTexts } from '../texts/delivery.ts'
import { say, sayCount } from '../texts/text.ts'
import { DialogForm } from '../ui/form/DialogForm.tsx'
import { Textarea } from '../ui/form/Textarea.tsx'
import { toast } from '../ui/toast.ts'
import { DateFields, emptyPlan, localTimeOf } from './PlanFields.tsx'
import { planRowsIn } from './plan-row.ts'
import { useMasks } from './privacy.ts'
import { LanguageSelect, MessageInput } from './SendForm.tsx'

const texts = deliveryTexts.plan

type PlanListFormProps = { selection: Selection; onClose: () => void; onSent?: (() => void) | undefined }

/** Plans when each recipient gets a code, after showing who gets which one and when. */
export function PlanListForm({ selection, onClose, onSent }: PlanListFormProps) {
  const [text, setText] = useState('')
  const [values, setValues] = useState(emptyPlan)
  const [message, setMessage] = useState('')
  const [language, setLanguage] = useState<EndUserLanguage | null>(null)
  const { rows, fault } = planRowsIn(text)
  const { zone: timeZone, opensPage } = values
  const input = { selection, rows, at: localTimeOf(values), timeZone, opensPage }
  const isValid = fault === undefined && rows.length > 0 && rows.length <= planned.PLANNED_MAX.once
  const { data, error } = useAsk(planned.preview, input, { enabled: isValid, keepPrevious: true })
  const fits = isValid ? (data?.fits ?? 0) : 0
  const add = useMutation(planned.add, {
    silent: true,
    changes: [planned.list],
    onSuccess: (answer) => {
      toast.success(sayCount(texts.done, answer.planned))
      const [first] = answer.left
      if (first) toast.warning(sayCount(texts.left, answer.left.length, { reason: first.reason }))
      onSent?.()
      onClose()
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (fits > 0) add.mutate({ ...input, message, language })
  }
  return (
    <DialogForm
      onSubmit={submit}
      submit={sayCount(texts.proceed, fits)}
      isPending={add.isPending}
      isBlocked={fits === 0}
      onCancel={onClose}
    >
      <DateFields value={values} onChange={(change) => setValues({ ...values, ...change })} />
      <Checkbox
        label={texts.opensPage}
        description={texts.opensPageHelp}
        checked={opensPage}
        onChange={(event) => setValues({ ...values, opensPage: event.currentTarget.checked })}
      />
      <RowsInput text={text} fault={fault} onChange={setText} />
      <MessageInput value={message} onChange={setMessage} />
      <LanguageSelect value={language} onChange={setLanguage} />
      <Preview pairs={isValid ? (data?.pairs ?? []) : []} error={add.error ?? (isValid ? error : null)} />
    </DialogForm>
  )
}

type RowsInputProps = { text: string; fault: number | undefined; onChange: (text: string) => void }

/** The lines of the plan, typed or from a file. */
function RowsInput({ text, fault, onChange }: RowsInputProps) {
  const read = (file: File | null) => void file?.text().then(onChange)
  return (
    <>
      <Textarea
        withAsterisk
        label={deliveryTexts.send.recipients}
        description={say(texts.help, { max: planned.PLANNED_MAX.once.toLocaleString('en') })}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        value={text}
        error={fault === undefined ? undefined : say(texts.line, { line: fault })}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FileButton onChange={read} accept=".csv,.txt,text/csv,text/plain">
        {(props) => (
          <Button {...props} size="xs" variant="default" style={{ alignSelf: 'flex-start' }}>
            {texts.file}
          </Button>
        )}
      </FileButton>
    </>
  )
}

type Pair = OutputOf<typeof planned.preview>['pairs'][number]

function Preview({ pairs, error }: { pairs: readonly Pair[]; error: Problem | null }) {
  const masks = useMasks()
  if (pairs.length === 0 && !error) return null
  const sentence = ({ email, iccid, dueAt, clockChange, reason }: Pair) => {
    const number = masks.number(iccid ?? '')
    if (reason !== null) return `${email ?? number}: ${reason}`
    const time = dueAt === null ? '' : formatTime(dueAt)
    const what =
      email === null ? say(texts.opens, { iccid: number, time }) : say(texts.gets, { email, iccid: number, time })
    return clockChange === null ? what : `${what}. ${texts.changes[clockChange]}`
  }
  return (
    <div className="inset size-text" aria-live="polite">
      {pairs.length > 0 && (
        <ul className="wrap" style={{ maxHeight: 200, overflowY: 'auto' }} aria-label={deliveryTexts.send.plan}>
          {pairs.map((pair, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
            <li key={index} className={pair.reason === null ? undefined : 'danger'}>
              {sentence(pair)}
            </li>
          ))}
        </ul>
      )}
      {error && <p role="alert">{error.faults?.[0]?.text ?? error.message}</p>}
    </div>
  )
}
