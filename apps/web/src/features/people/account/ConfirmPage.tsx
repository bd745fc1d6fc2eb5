import { Alert, Anchor, Button, TextInput } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as account from '@simwright/contract/people/account'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { beginSession } from '../../../api/begin.ts'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem } from '../../../api/problem.ts'
import { useAddress } from '../../../base/url.ts'
import { publicPages } from '../../../paths.ts'
import { accountTexts } from '../../../texts/account.ts'
import { say } from '../../../texts/text.ts'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Illustration } from '../../../ui/page/Illustration.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { usePublicLink } from './public-link.ts'

const texts = accountTexts.confirm

type Activation = OutputOf<typeof account.verify>

/**
 * Opened by the link in the activation e-mail. A button activates the account, because mail scanners open links. It signs in
 * the browser that signed up.
 */
export function ConfirmPage() {
  const [search, changeSearch] = useAddress(publicPages.confirm)
  const [token] = useState(search.token)
  const navigate = useNavigate()
  const verify = useMutation(account.verify, {
    silent: true,
    onSuccess: (activation) => {
      // removes the used token from the address bar and the history
      changeSearch({ token: undefined })
      if (activation.token === undefined) return
      beginSession()
      toast.success(texts.signedIn)
      if (activation.invitation) noteInvitation(activation.invitation)
      void navigate({ to: '/' })
    },
  })
  if (!token) return <Resend title={texts.missingTitle} text={texts.missingText} />
  if (verify.data && verify.data.token === undefined) return <Activated {...verify.data} />
  const refusal = verify.error?.message
  if (isProblem(verify.error, 'activation_invalid') || isProblem(verify.error, 'invalid'))
    return <Resend title={texts.failedTitle} text={texts.failedText} />
  return (
    <AccountFrame title={texts.missingTitle} text={texts.linkText}>
      <Stack className={classes.form}>
        {refusal && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        <Illustration name="mail" />
        <Button
          size="md"
          autoFocus
          loading={verify.isPending || verify.isSuccess}
          onClick={() => verify.mutate({ token })}
        >
          {texts.activate}
        </Button>
      </Stack>
    </AccountFrame>
  )
}

function noteInvitation(invitation: NonNullable<Activation['invitation']>): void {
  const note = invitation === 'ACCEPTED' ? toast.success : toast.warning
  note(texts.invitation[invitation])
}

function Activated({ email, invitation }: Activation) {
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
