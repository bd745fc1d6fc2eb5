import { Alert, Anchor, Button, Loader, TextInput } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as account from '@simwright/contract/people/account'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { publicPages } from '../../../paths.ts'
import { accountTexts } from '../../../texts/account.ts'
import { say } from '../../../texts/text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { showFaults, useEntryForm } from '../../../ui/form.ts'
import { Illustration } from '../../../ui/Illustration.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { useAddress } from '../../../ui/url.ts'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { usePublicLink } from './public-link.ts'

const texts = accountTexts.confirm

/** Opened by the link in the activation e-mail. */
export function ConfirmPage() {
  const [search, changeSearch] = useAddress(publicPages.confirm)
  const [token] = useState(search.token)
  const verified = useAsk(
    account.verify,
    { token: token ?? '' },
    { enabled: Boolean(token), staleMs: Number.POSITIVE_INFINITY },
  )
  const isActive = verified.data !== undefined
  // removes the used token from the address bar and the history
  useEffect(() => {
    if (isActive) changeSearch({ token: undefined })
  }, [isActive, changeSearch])
  if (!token) return <Resend title={texts.missingTitle} text={texts.missingText} />
  if (verified.data) return <Activated {...verified.data} />
  if (isProblem(verified.error, 'activation_invalid') || isProblem(verified.error, 'invalid'))
    return <Resend title={texts.failedTitle} text={texts.failedText} />
  return (
    <AccountFrame title={texts.working}>
      {verified.error ? (
        <ErrorState problem={verified.error} onRetry={() => void verified.refetch()} />
      ) : (
        <Loader role="status" aria-label={texts.working} />
      )}
    </AccountFrame>
  )
}

function Activated({ email, invitation }: OutputOf<typeof account.verify>) {
  const login = usePublicLink()(publicPages.login, { email })
  return (
    <AccountFrame title={texts.doneTitle} text={say(texts.doneText, { email })}>
      <Stack className={classes.form}>
        <Illustration name="done" />
        {invitation && (
          <Alert color={invitation === 'ACCEPTED' ? 'green' : 'yellow'}>{texts.invitation[invitation]}</Alert>
        )}
        <Button component={Link} {...login} size="md">
          {texts.signIn}
        </Button>
      </Stack>
    </AccountFrame>
  )
}

function Resend({ title, text }: { title: string; text: string }) {
  const login = usePublicLink()(publicPages.login)
  const form = useEntryForm(account.resendActivation.input, { email: '' })
  const [sentTo, setSentTo] = useState<string>()
  const resend = useMutation(account.resendActivation, { onSuccess: (_, { email }) => setSentTo(email) })
  if (sentTo !== undefined) {
    return (
      <AccountFrame title={texts.resentTitle} text={say(texts.resentText, { email: sentTo })}>
        <Illustration name="mail" />
      </AccountFrame>
    )
  }
  const submit = form.onSubmit((values) => resend.mutate(values, { onError: (error) => showFaults(form, error) }))
  return (
    <AccountFrame title={title} text={text}>
      <Stack as="form" onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          label={accountTexts.email}
          type="email"
          autoComplete="email"
          size="md"
          name="email"
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" fullWidth loading={resend.isPending}>
          {texts.resend}
        </Button>
        <p className={classes.other}>
          {texts.active}{' '}
          <Anchor component={Link} {...login} fw={550}>
            {texts.signIn}
          </Anchor>
        </p>
      </Stack>
    </AccountFrame>
  )
}
