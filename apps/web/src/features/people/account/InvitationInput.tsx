import { Anchor } from '@mantine/core'
import * as invitation from '@simwright/contract/people/invitation'
import { type ReactNode, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { usePlatform } from '../../../brand/platform.ts'
import { accountTexts } from '../../../texts/account.ts'
import { sayCount } from '../../../texts/text.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { keepInvitation } from './invitation.ts'

const texts = accountTexts.invitationField

type InvitationInputProps = {
  value: string
  error: ReactNode
  onChange: (value: string) => void
}

/** The invitation code of a sign-up: a link until there is a code, then a field that says what the code gives. */
export function InvitationInput({ value, error, onChange }: InvitationInputProps) {
  const [isShown, setIsShown] = useState(value !== '')
  const [entered, setEntered] = useState(value)
  const { sys } = usePlatform()
  const isEntered = entered.trim() !== '' && entered === value
  const { data, error: refusal } = useAsk(
    invitation.check,
    { invitation: entered, sys },
    { enabled: isEntered, staleMs: 60_000 },
  )
  if (!isShown)
    return (
      <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setIsShown(true)}>
        {texts.show}
      </Anchor>
    )
  const checkError = isEntered ? refusal?.faults[0]?.text : undefined
  return (
    <TextInput
      label={accountTexts.invitation}
      description={isEntered && data ? sayGift(data) : texts.help}
      name="invitation"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      value={value}
      error={error ?? checkError}
      onBlur={() => setEntered(value)}
      onChange={(event) => {
        keepInvitation(event.currentTarget.value.trim())
        onChange(event.currentTarget.value)
      }}
    />
  )
}

/** What the code gives, in a sentence. */
function sayGift({ plan, planDays, trialDays }: invitation.InvitationGift): string {
  const sentences = [
    ...(plan !== null && planDays !== null ? [sayCount(texts.plan, planDays, { plan })] : []),
    ...(trialDays !== null ? [sayCount(texts.trial, trialDays)] : []),
  ]
  return sentences.length > 0 ? sentences.join(' ') : texts.valid
}

/** Returns a function that calls `next` if the code can be used, or is empty, and `fail` otherwise. */
export function useInvitationCheck() {
  const { sys } = usePlatform()
  const check = useMutation(invitation.check, { silent: true })
  const start = (code: string | undefined, { next, fail }: { next: () => void; fail: (problem: Problem) => void }) => {
    if (code === undefined || code.trim() === '') next()
    else check.mutate({ invitation: code, sys }, { onSuccess: next, onError: fail })
  }
  return { start, isPending: check.isPending }
}
