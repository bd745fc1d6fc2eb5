import { Button, Divider } from '@mantine/core'
import * as account from '@simwright/contract/people/sign-in'
import { IconFingerprint } from '@tabler/icons-react'
import { ask } from '../../../api/call.ts'
import { useTask } from '../../../api/mutation.ts'
import { signWithPasskey, supportsPasskeys } from '../../../session/passkey.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { toast } from '../../../ui/toast.ts'

const texts = signInTexts.passkeySignIn

/** False if the browser returned no passkey; throws if the server refuses the passkey. */
async function signIn(): Promise<boolean> {
  const { ticket, options } = await ask(account.passkeyChallenge, {})
  const response = await signWithPasskey(options)
  if (!response) return false
  await ask(account.loginPasskey, { ticket, response })
  return true
}

/** Button that signs in with a passkey instead of the password, if the browser supports passkeys. */
export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const passkey = useTask(signIn, {
    onSuccess: (isSignedIn) => (isSignedIn ? onDone() : void toast.warning(texts.failed)),
  })
  if (!supportsPasskeys()) return null
  return (
    <>
      <Divider label={texts.or} my="md" />
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={passkey.isPending}
        leftSection={<IconFingerprint size={18} stroke={1.6} />}
        onClick={() => passkey.mutate()}
      >
        {texts.button}
      </Button>
    </>
  )
}
