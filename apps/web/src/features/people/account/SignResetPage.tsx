import { Alert, Button } from '@mantine/core'
import * as account from '@simwright/contract/people/account'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem } from '../../../api/problem.ts'
import { useAddress } from '../../../base/url.ts'
import { publicPages } from '../../../paths.ts'
import { securityTexts } from '../../../texts/security.ts'
import { say } from '../../../texts/text.ts'
import { useEntryForm } from '../../../ui/form/form.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Illustration } from '../../../ui/page/Illustration.tsx'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { NewPasswordInputs } from './NewPasswordInputs.tsx'
import { useNewPasswordFields } from './new-password.ts'
import { usePublicLink } from './public-link.ts'

const texts = securityTexts.reset

/** Opened by the link in a password reset e-mail. */
export function SignResetPage() {
  const [search, changeSearch] = useAddress(publicPages.signReset)
  const [token] = useState(search.token)
  // removes the used token from the address bar and the history
  const reset = useMutation(account.resetPassword, {
    silent: true,
    onSuccess: () => changeSearch({ token: undefined }),
  })
  if (reset.data) return <Done email={reset.data.email} />
  if (!token || isProblem(reset.error, 'reset_invalid')) return <InvalidLink />
  return <ResetForm token={token} reset={reset} />
}

type ResetFormProps = { token: string; reset: ReturnType<typeof useMutation<typeof account.resetPassword>> }

function ResetForm({ token, reset }: ResetFormProps) {
  const form = useEntryForm(useNewPasswordFields(), { newPassword: '', confirmPassword: '' })
  const submit = form.onSubmit(({ newPassword }) =>
    reset.mutate(
      { token, password: newPassword },
      { onError: ({ faults: [fault] }) => fault && form.setFieldError('newPassword', fault.text) },
    ),
  )
  const problem = reset.error && reset.error.faults.length === 0 ? reset.error : undefined
  return (
    <AccountFrame title={texts.title} text={texts.text}>
      {problem && (
        <Alert color="red" role="alert" mb={16}>
          {problem.message}
        </Alert>
      )}
      <Stack as="form" onSubmit={submit} noValidate className={classes.form}>
        <NewPasswordInputs
          name="newPassword"
          label={securityTexts.reset.newPassword}
          password={form.values.newPassword}
          inputProps={(path) => form.getInputProps(path)}
        />
        <Button type="submit" size="md" fullWidth loading={reset.isPending}>
          {texts.submit}
        </Button>
      </Stack>
    </AccountFrame>
  )
}

function Done({ email }: { email: string }) {
  const login = usePublicLink()(publicPages.login, { email })
  return (
    <AccountFrame title={texts.doneTitle} text={say(texts.doneText, { email })}>
      <Stack className={classes.form}>
        <Illustration name="done" />
        <Button component={Link} {...login} size="md">
          {texts.signIn}
        </Button>
      </Stack>
    </AccountFrame>
  )
}

function InvalidLink() {
  const forgotten = usePublicLink()(publicPages.forgotPassword)
  return (
    <AccountFrame title={texts.failedTitle} text={texts.failedText}>
      <Stack className={classes.form}>
        <Illustration name="broken" />
        <Button component={Link} {...forgotten} size="md">
          {texts.again}
        </Button>
      </Stack>
    </AccountFrame>
  )
}
