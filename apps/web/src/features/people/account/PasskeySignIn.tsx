import { Button, Divider } from '@mantine/core'
import * as account from '@simwright/contract/people/account'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { ask, noticeOf } from '../../../api/call.ts'
import { givePasskey, knowsPasskeys } from '../../../session/passkey.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { toast } from '../../../ui/toast.ts'

const texts = signInTexts.passkeySignIn

/** Sign in with a passkey instead of the password, where the browser knows them. */
export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  if (!knowsPasskeys()) return null
  const signIn = async () => {
    setBusy(true)
    try {
      const { ticket, options } = await ask(account.passkeyChallenge, {}, { silent: true })
      const response = await givePasskey(options)
      if (!response) return void toast.warning(texts.failed)
      await ask(account.loginPasskey, { ticket, response }, { silent: true })
      onDone()
    } catch (error) {
      noticeOf(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Divider label={texts.or} my="md" />
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={busy}
        leftSection={<IconFingerprint size={18} stroke={1.6} />}
        onClick={() => void signIn()}
      >
        {texts.button}
      </Button>
    </>
  )
}
