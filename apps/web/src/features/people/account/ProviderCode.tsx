import { Alert, Anchor, Button, TextInput } from '@mantine/core'
import * as oauth from '@simwright/contract/people/oauth'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { usePlatform } from '../../../brand/platform.ts'
import { providerTexts } from '../../../texts/provider.ts'
import { say } from '../../../texts/text.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { RefusalText } from './RefusalText.tsx'

const texts = providerTexts.prove

type ProviderCodeProps = {
  next: oauth.NextStep
  onAnswer: (answer: oauth.ProviderAnswer) => void
  onBack?: () => void
}

/** Verifies with a mailed code that the e-mail address belongs to the visitor. */
export function ProviderCode({ next, onAnswer, onBack }: ProviderCodeProps) {
  const { ticket, email, provider } = next
  const { developmentMail } = usePlatform()
  const [code, setCode] = useState('')
  const send = useMutation(oauth.sendCode, { silent: true, onSuccess: () => toast.success(say(texts.sent, { email })) })
  const prove = useMutation(oauth.prove, { silent: true, onSuccess: onAnswer })
  const problem = prove.error ?? send.error
  const isSent = send.isSuccess || prove.isPending || prove.error !== null
  const isLink = next.kind === 'LINK'
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (code.trim() !== '') prove.mutate({ ticket, code })
  }
  const sendAgain = () => {
    prove.reset()
    send.mutate({ ticket })
  }
  const about = isLink && isSent ? texts.linkText : isLink ? providerTexts.link.text : texts.text
  return (
    <AccountFrame
      title={isLink ? (isSent ? texts.linkTitle : providerTexts.link.title) : texts.title}
      text={say(about, { email, provider })}
    >
      {problem && (
        <Alert color="red" role="alert" mb={16}>
          <RefusalText problem={problem} />
        </Alert>
      )}
      <Stack as="form" onSubmit={submit} className={classes.form}>
        {isSent ? (
          <>
            {developmentMail && <Alert color="gray">{texts.mailbox}</Alert>}
            <CodeInput code={code} onChange={setCode} />
            <Button type="submit" size="md" fullWidth loading={prove.isPending || prove.isSuccess}>
              {texts.submit}
            </Button>
          </>
        ) : (
          <Button size="md" fullWidth loading={send.isPending} onClick={sendAgain}>
            {texts.send}
          </Button>
        )}
        <OtherWays onSend={isSent ? sendAgain : undefined} onBack={onBack} />
      </Stack>
    </AccountFrame>
  )
}

function CodeInput({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  return (
    <TextInput
      withAsterisk
      label={texts.code}
      size="md"
      name="code"
      autoFocus
      autoComplete="one-time-code"
      inputMode="numeric"
      spellCheck={false}
      value={code}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type OtherWaysProps = { onSend: (() => void) | undefined; onBack: (() => void) | undefined }

/** Another code, or the password instead. */
function OtherWays({ onSend, onBack }: OtherWaysProps) {
  return (
    <p className={classes.other}>
      {onSend && (
        <Anchor component="button" type="button" fw={550} onClick={onSend}>
          {texts.again}
        </Anchor>
      )}
      {onSend && onBack && ' · '}
      {onBack && (
        <Anchor component="button" type="button" fw={550} onClick={onBack}>
          {providerTexts.link.byPassword}
        </Anchor>
      )}
    </p>
  )
}
