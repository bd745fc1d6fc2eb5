import { Button, TextInput } from '@mantine/core'
import type { PhoneAction, VirtualPhone } from '@simwright/contract/provisioning/virtual-phone'
import { useState } from 'react'
import { say } from '../../../texts/text.ts'
import { virtualPhoneTexts as texts } from '../../../texts/virtual-phone.ts'
import { Note } from '../../../ui/Note.tsx'
import { Stack } from '../../../ui/Stack.tsx'
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
  return (
    <Stack gap={8} className={classes.actions}>
      {asksCode && (
        <TextInput
          label={texts.confirmation}
          description={texts.confirmationHelp}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      {first && (
        <Button fullWidth loading={isBusy} onClick={() => start(first)}>
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

const wasDisabled = ({ messages }: VirtualPhone) =>
  messages.findLast(({ kind }) => kind === 'INSTALLED' || kind === 'DISABLED')?.kind === 'DISABLED'
