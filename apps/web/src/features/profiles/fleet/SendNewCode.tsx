import { TextInput } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operation from '@simwright/contract/provisioning/operation'
import { type SyntheticEvent, useState } from 'react'
import { ask } from '../../../api/call.ts'
import { useTask } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { recipientsIn } from '../../../esim/recipient.ts'
import { runningOperations } from '../../../esim/running.ts'
import { failureTexts } from '../../../texts/explain.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'

const texts = failureTexts.send

type SendNewCodeProps = { profileId: string | undefined; onClose: () => void }

/** Generates a new activation code for a profile and mails it: to the person who got the last one, or to another. */
export function SendNewCode({ profileId, onClose }: SendNewCodeProps) {
  return (
    <Dialog opened={profileId !== undefined} onClose={onClose} title={texts.title} size={460}>
      {profileId && <Form profileId={profileId} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ profileId, onClose }: { profileId: string; onClose: () => void }) {
  const last = useAsk(delivery.mails, { filter: { profileId }, limit: 1 }).data?.items[0]?.recipient
  const [typed, setTyped] = useState<string>()
  const [isFaulty, setIsFaulty] = useState(false)
  const email = (typed ?? last ?? '').trim()
  const sending = useTask((to: string) => generateAndSend(profileId, to), {
    changes: [fleet.detail, fleet.list, fleet.timeline, delivery.mails, operation.list],
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const { recipients, fault } = recipientsIn(email)
    const isValid = fault === undefined && recipients.length === 1
    setIsFaulty(!isValid)
    if (!isValid) return
    sending.mutate(email, {
      onSuccess: (end) => {
        if (end === 'sent') toast.success(say(texts.done, { email }))
        else toast.error(texts[end])
        onClose()
      },
    })
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.proceed} isPending={sending.isPending} onCancel={onClose}>
      <Note>{texts.text}</Note>
      <TextInput
        type="email"
        withAsterisk
        label={texts.email}
        data-autofocus
        value={typed ?? last ?? ''}
        error={isFaulty && texts.invalid}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

const POLL_MS = 400
const POLLS_MAX = 100

/** Mails the code only after it was generated, so that nobody gets the code that has just ended. */
async function generateAndSend(profileId: string, email: string): Promise<'sent' | 'notGenerated' | 'tooLong'> {
  const selection = { ids: [profileId] }
  const { id } = await ask(operation.start, { operation: { kind: 'AGAIN' }, selection })
  runningOperations.noteStart()
  for (let polls = 0; polls < POLLS_MAX; polls++) {
    const { process, succeeded } = await ask(operation.get, { id }, { background: true })
    if (process === 'COMPLETE') {
      if (succeeded === 0) return 'notGenerated'
      await ask(delivery.sendMails, { selection, recipients: [{ email }] })
      return 'sent'
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return 'tooLong'
}
