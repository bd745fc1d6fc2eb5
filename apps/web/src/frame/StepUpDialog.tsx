import { Alert, Button, Loader, PasswordInput, TextInput } from '@mantine/core'
import * as security from '@simwright/contract/people/security'
import { IconFingerprint } from '@tabler/icons-react'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { useMutation } from '../api/mutation.ts'
import { type StepUpRequest, stepUpRequest } from '../api/step-up.ts'
import { useStore } from '../base/store.ts'
import { signWithPasskey, supportsPasskeys } from '../session/passkey.ts'
import { signOut } from '../session/sign-out.ts'
import { securityTexts } from '../texts/security.ts'
import { uiTexts } from '../texts/ui.ts'
import { Note, Stack } from '../ui/layout/layout.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

const texts = securityTexts.stepUp

/** Asks the user to authenticate again when a call needs it. Mounted once. */
export function StepUpDialog() {
  const request = useStore(stepUpRequest)
  return (
    <Dialog
      opened={request !== undefined}
      onClose={() => request?.answer(false)}
      title={texts.title}
      size={420}
      zIndex="var(--layer-question)"
    >
      {request && <StepUp request={request} />}
    </Dialog>
  )
}

type StepUpChallenge = ReturnType<typeof useMutation<typeof security.beginStepUp>>['data']

function StepUp({ request }: { request: StepUpRequest }) {
  const begin = useMutation(security.beginStepUp, { silent: true })
  const { mutate } = begin
  useEffect(() => mutate({}), [mutate])
  if (begin.error) return <Alert color="red">{begin.error.message}</Alert>
  if (!begin.data) return <Loader size="sm" role="status" aria-label={uiTexts.loading} />
  if (begin.data.ways.length === 0) {
    return (
      <Stack>
        <Note>{texts.none}</Note>
        <Button onClick={() => void signOut()}>{texts.signOut}</Button>
      </Stack>
    )
  }
  return <StepUpForm challenge={begin.data} onRestart={() => mutate({})} onDone={() => request.answer(true)} />
}

type StepUpFormProps = { challenge: NonNullable<StepUpChallenge>; onRestart: () => void; onDone: () => void }

function StepUpForm({ challenge, onRestart, onDone }: StepUpFormProps) {
  const [typed, setTyped] = useState('')
  const prove = useMutation(security.stepUp, { silent: true, onSuccess: onDone })
  const byPassword = challenge.ways.includes('PASSWORD')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (typed !== '') prove.mutate(byPassword ? { password: typed } : { code: typed })
  }
  const { passkey } = challenge
  const provePasskey = async () => {
    if (!passkey) return
    const response = await signWithPasskey(passkey.options)
    if (response) prove.mutate({ passkey: { ticket: passkey.ticket, response } }, { onError: onRestart })
  }
  const field = {
    value: typed,
    onChange: (event: { currentTarget: HTMLInputElement }) => setTyped(event.currentTarget.value),
    error: prove.error?.message,
    autoFocus: true,
  }
  return (
    <Stack as="form" onSubmit={submit}>
      <Note>{texts.text}</Note>
      {passkey && supportsPasskeys() && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} stroke={1.6} />}
          onClick={() => void provePasskey()}
          disabled={prove.isPending}
        >
          {texts.givePasskey}
        </Button>
      )}
      {byPassword ? (
        <PasswordInput
          withAsterisk
          label={texts.password}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': uiTexts.showPassword, tabIndex: 0 }}
          {...field}
        />
      ) : (
        <TextInput withAsterisk label={texts.code} autoComplete="one-time-code" {...field} />
      )}
      <Button type="submit" loading={prove.isPending} disabled={typed === ''}>
        {texts.confirm}
      </Button>
    </Stack>
  )
}
