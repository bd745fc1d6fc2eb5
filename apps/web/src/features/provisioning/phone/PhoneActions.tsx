import { Button, TextInput } from '@mantine/core'
import type { PhoneAction, VirtualPhone } from '@simwright/contract/provisioning/virtual-phone'
import { type SyntheticEvent, useState } from 'react'
import { say } from '../../../texts/text.ts'
import { virtualPhoneTexts as texts } from '../../../texts/virtual-phone.ts'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import classes from './PhoneActions.module.css'
import type { Acting } from './use-phone.ts'

export type PhoneControls = {
  phone: VirtualPhone | undefined
  isBusy: boolean
  onAct: (what: Acting) => void
}

type PhoneActionsProps = PhoneControls & { isClosing: boolean; onNext: () => void; onClose: () => void }

/** The next action as the primary button, the other possible one, and the end of the try. */
export function PhoneActions({ phone, isBusy, onAct, isClosing, onNext, onClose }: PhoneActionsProps) {
  const [code, setCode] = useState('')
  const asksCode = phone !== undefined && !phone.profile && phone.needsConfirmationCode
  const start = (action: PhoneAction) => onAct({ action, ...(asksCode ? { confirmationCode: code } : {}) })
  if (phone?.waitsBefore)
    return (
      <Stack gap={8} className={classes.actions}>
        <Note>{say(texts.waits, { call: phone.waitsBefore })}</Note>
        <Button fullWidth onClick={onNext}>
          {texts.actions.next}
        </Button>
      </Stack>
    )
  const [first, ...others] = actionsOf(phone)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (first && !isBusy) start(first)
  }
  return (
    <Stack as="form" gap={8} className={classes.actions} onSubmit={submit} noValidate>
      {asksCode && (
        <TextInput
          autoFocus={phone?.action === null}
          autoComplete="off"
          label={texts.confirmation}
          description={texts.confirmationHelp}
          error={!isBusy && codeFault(phone)}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      {first && (
        <Button type="submit" fullWidth loading={isBusy}>
          {phone ? texts.actions[first] : texts.actions.start}
        </Button>
      )}
      {others.map((action) => (
        <Button key={action} fullWidth variant="default" disabled={isBusy} onClick={() => start(action)}>
          {texts.actions[action]}
        </Button>
      ))}
      {phone && (
        <Button fullWidth variant="subtle" loading={isClosing} onClick={onClose}>
          {texts.actions.close}
        </Button>
      )}
    </Stack>
  )
}

/** What the phone can do, the next step of a whole try first. */
function actionsOf(phone: VirtualPhone | undefined): readonly PhoneAction[] {
  if (!phone?.profile) return ['DOWNLOAD']
  if (!phone.profile.isEnabled) return wasDisabled(phone) ? ['DELETE', 'ENABLE'] : ['ENABLE', 'DELETE']
  return phone.card ? ['DISABLE', 'CHECK'] : ['CHECK', 'DISABLE']
}

/** Subject of SGP.22 (5.2.6): the confirmation code. */
const CONFIRMATION_CODE = '8.2.7'

/** Why the SM-DP+ has just refused the confirmation code. */
function codeFault({ messages }: VirtualPhone): string | undefined {
  const last = messages.at(-1)
  const isRefused = last?.kind === 'REFUSED' && last.facts.subjectCode === CONFIRMATION_CODE
  return isRefused ? String(last.facts.text) : undefined
}

const wasDisabled = ({ messages }: VirtualPhone) =>
  messages.findLast(({ kind }) => kind === 'INSTALLED' || kind === 'DISABLED')?.kind === 'DISABLED'
