import { Alert, Anchor, Button, PasswordInput } from '@mantine/core'
import * as oauth from '@simwright/contract/people/oauth'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { accountTexts } from '../../../texts/account.ts'
import { providerTexts } from '../../../texts/provider.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { ProviderCode } from './ProviderCode.tsx'
import { RefusalText } from './RefusalText.tsx'

const texts = providerTexts.link

type NextProps = { next: oauth.NextStep; onAnswer: (answer: oauth.ProviderAnswer) => void }

/** The e-mail address has an account: the visitor proves with its password or a mailed code that it is theirs. */
export function ProviderLink({ next, onAnswer }: NextProps) {
  const { ticket, email, provider } = next
  const [byCode, setByCode] = useState(!next.hasPassword)
  const [password, setPassword] = useState('')
  const link = useMutation(oauth.linkByPassword, { silent: true, onSuccess: onAnswer })
  if (byCode) {
    return (
      <ProviderCode next={next} onAnswer={onAnswer} onBack={next.hasPassword ? () => setByCode(false) : undefined} />
    )
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (password !== '') link.mutate({ ticket, password })
  }
  return (
    <AccountFrame title={texts.title} text={say(texts.text, { email, provider })}>
      {link.error && (
        <Alert color="red" role="alert" mb={16}>
          <RefusalText problem={link.error} />
        </Alert>
      )}
      <Stack as="form" onSubmit={submit} className={classes.form}>
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          withAsterisk
          label={accountTexts.password}
          autoComplete="current-password"
          size="md"
          name="password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': uiTexts.showPassword, tabIndex: 0 }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={link.isPending || link.isSuccess}>
          {texts.submit}
        </Button>
        <p className={classes.other}>
          <Anchor component="button" type="button" ta="left" fw={550} onClick={() => setByCode(true)}>
            {say(texts.byCode, { email })}
          </Anchor>
        </p>
      </Stack>
    </AccountFrame>
  )
}
