import { Alert, Anchor, Button, TextInput } from '@mantine/core'
import type { OutputOf } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import { IconFingerprint } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { signWithPasskey, supportsPasskeys } from '../../../session/passkey.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { RefusalText } from './RefusalText.tsx'

const texts = signInTexts.secondStep

export type PendingSecondStep = NonNullable<OutputOf<typeof account.login>['secondStep']>
type Method = 'app' | 'recovery'

type SecondStepProps = { step: PendingSecondStep; onDone: () => void; onStartAgain: () => void }

/** The second sign-in step: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStep({ step, onDone, onStartAgain }: SecondStepProps) {
  const [method, setMethod] = useState<Method>(step.app ? 'app' : 'recovery')
  const [code, setCode] = useState('')
  const byCode = useMutation(account.loginCode, { silent: true, onSuccess: onDone })
  const byPasskey = useMutation(account.loginPasskey, { silent: true, onSuccess: onDone })
  const problem = byCode.error ?? byPasskey.error
  const busy = byCode.isPending || byPasskey.isPending || byCode.isSuccess || byPasskey.isSuccess
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    byPasskey.reset()
    if (code.trim() !== '') byCode.mutate({ ticket: step.ticket, code })
  }
  const { passkey } = step
  const provePasskey = async () => {
    if (!passkey) return
    const response = await signWithPasskey(passkey.options)
    byCode.reset()
    if (response) byPasskey.mutate({ ticket: passkey.ticket, response })
  }
  const choose = (next: Method) => {
    setMethod(next)
    setCode('')
  }
  return (
    <AccountFrame title={texts.title} text={method === 'app' ? texts.appText : texts.recoveryText}>
      {problem && <Refusal problem={problem} />}
      <Stack as="form" onSubmit={submit} className={classes.form}>
        {passkey && supportsPasskeys() && (
          <Button
            size="md"
            variant={step.app ? 'default' : 'filled'}
            leftSection={<IconFingerprint size={18} stroke={1.6} />}
            onClick={() => void provePasskey()}
            disabled={busy}
          >
            {texts.givePasskey}
          </Button>
        )}
        <CodeInput key={method} method={method} code={code} onChange={setCode} />
        <Button type="submit" size="md" variant={passkey && !step.app ? 'default' : 'filled'} loading={busy}>
          {texts.submit}
        </Button>
      </Stack>
      <p className={classes.other}>
        {step.app && (
          <>
            <Anchor component="button" type="button" onClick={() => choose(method === 'app' ? 'recovery' : 'app')}>
              {method === 'app' ? texts.byRecovery : texts.byApp}
            </Anchor>
            {' · '}
          </>
        )}
        <Anchor component="button" type="button" onClick={onStartAgain}>
          {texts.startAgain}
        </Anchor>
      </p>
    </AccountFrame>
  )
}

type CodeInputProps = { method: Method; code: string; onChange: (code: string) => void }

function CodeInput({ method, code, onChange }: CodeInputProps) {
  return (
    <TextInput
      withAsterisk
      label={method === 'app' ? texts.code : texts.recoveryCode}
      size="md"
      name="code"
      autoFocus
      autoComplete={method === 'app' ? 'one-time-code' : 'off'}
      inputMode={method === 'app' ? 'numeric' : 'text'}
      spellCheck={false}
      value={code}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Refusal({ problem }: { problem: Problem }) {
  return (
    <Alert color="red" role="alert" mb={16}>
      <RefusalText problem={problem} />
    </Alert>
  )
}
