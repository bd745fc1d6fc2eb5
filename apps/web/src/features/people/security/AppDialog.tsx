import { Alert, Button, Skeleton } from '@mantine/core'
import * as security from '@simwright/contract/people/security'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { setLacksSecondFactor } from '../../../session/permission.tsx'
import { securityTexts } from '../../../texts/security.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { QrCode } from '../../../ui/text/QrCode.tsx'
import { toast } from '../../../ui/toast.ts'

const texts = securityTexts.security

type AppDialogProps = { onClose: () => void; onCodes: (codes: readonly string[] | null) => void }

/** Sets up an authenticator app: scan the QR code, then confirm with a code from the app. */
export function AppDialog({ onClose, onCodes }: AppDialogProps) {
  const [code, setCode] = useState('')
  const begin = useMutation(security.beginApp, { silent: true })
  const confirm = useMutation(security.confirmApp, {
    silent: true,
    changes: [security.overview],
    onSuccess: ({ recoveryCodes }) => {
      toast.success(texts.appDone)
      setLacksSecondFactor(false)
      onClose()
      onCodes(recoveryCodes)
    },
  })
  const { mutate } = begin
  useEffect(
    () => mutate({}, { onError: (problem) => problem.transportFailure === 'aborted' && onClose() }),
    [mutate, onClose],
  )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (code.trim() !== '') confirm.mutate({ code })
  }
  return (
    <Dialog opened onClose={onClose} title={texts.appDialog} size={460}>
      {begin.error ? (
        <Alert color="red">{begin.error.message}</Alert>
      ) : (
        <Stack as="form" onSubmit={submit}>
          <Note size="same">{texts.appScan}</Note>
          <Row justify="center">
            {begin.data ? (
              <QrCode text={begin.data.uri} size={192} label={texts.appQr} />
            ) : (
              <Skeleton width={192} height={192} />
            )}
          </Row>
          <CopyField label={texts.appSecret} value={begin.data?.secret.replace(/(.{4})(?=.)/g, '$1 ') ?? '…'} />
          <TextInput
            withAsterisk
            label={texts.appCode}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={code}
            error={confirm.error?.message}
            onChange={(event) => setCode(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" loading={confirm.isPending} disabled={!begin.data || code.trim() === ''}>
            {texts.appConfirm}
          </Button>
        </Stack>
      )}
    </Dialog>
  )
}
