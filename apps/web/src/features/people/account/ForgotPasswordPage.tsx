import { Alert, Anchor, Button, TextInput } from '@mantine/core'
import * as account from '@simwright/contract/people/account'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { usePlatform } from '../../../brand/platform.ts'
import { publicPages } from '../../../paths.ts'
import { accountTexts } from '../../../texts/account.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { say } from '../../../texts/text.ts'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Illustration } from '../../../ui/page/Illustration.tsx'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { usePublicLink } from './public-link.ts'

const texts = signInTexts.forgot

/** Mails a link that sets a new password. The answer is the same for every address, so it reveals no accounts. */
export function ForgotPasswordPage() {
  const { sys } = useParams({ from: publicPages.forgotPassword.path })
  const { email = '' } = useSearch({ from: publicPages.forgotPassword.path })
  const { developmentMail } = usePlatform()
  const form = useEntryForm(account.sendForget.input.pick({ email: true }), { email })
  const [sentTo, setSentTo] = useState<string>()
  const send = useMutation(account.sendForget, { onSuccess: (_, sent) => setSentTo(sent.email) })
  const login = usePublicLink()(publicPages.login)
  if (sentTo !== undefined) {
    return (
      <AccountFrame title={texts.sentTitle} text={say(texts.sentText, { email: sentTo })}>
        <Stack className={classes.form}>
          <Illustration name="mail" />
          {developmentMail && <Alert color="gray">{accountTexts.sent.mailbox}</Alert>}
          <Button component={Link} {...login} size="md" variant="default">
            {texts.back}
          </Button>
        </Stack>
      </AccountFrame>
    )
  }
  const submit = form.onSubmit((values) =>
    send.mutate({ ...values, sys }, { onError: (error) => showFaults(form, error) }),
  )
  return (
    <AccountFrame title={texts.title} text={texts.text}>
      <Stack as="form" onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          label={accountTexts.email}
          type="email"
          autoComplete="username"
          size="md"
          name="email"
          autoFocus
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" fullWidth loading={send.isPending}>
          {texts.submit}
        </Button>
        <p className={classes.other}>
          <Anchor component={Link} {...login} fw={550}>
            {texts.back}
          </Anchor>
        </p>
      </Stack>
    </AccountFrame>
  )
}
