import { Button, PasswordInput } from '@mantine/core'
import * as account from '@simwright/contract/people/account'
import { samePasswordText } from '@simwright/contract/people/account'
import * as session from '@simwright/contract/people/session'
import { useMemo } from 'react'
import { z } from 'zod'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { pageTexts } from '../../../texts/page.ts'
import { securityTexts } from '../../../texts/security.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { toast } from '../../../ui/toast.ts'
import { NewPasswordInputs } from './NewPasswordInputs.tsx'
import { useNewPasswordFields } from './new-password.ts'

const texts = securityTexts.change

function useFields() {
  const newPassword = useNewPasswordFields()
  return useMemo(
    () =>
      newPassword
        .safeExtend({ oldPassword: z.string().min(1, uiTexts.required) })
        .refine((fields) => fields.oldPassword === '' || fields.oldPassword !== fields.newPassword, {
          path: ['newPassword'],
          message: samePasswordText,
          when: () => true,
        }),
    [newPassword],
  )
}

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' }

export function ChangePasswordPage() {
  const me = useAsk(account.me, {})
  return (
    <>
      <PageHeader title={pageTexts.changePassword} text={texts.text} />
      {me.error ? (
        <ErrorState problem={me.error} onRetry={() => void me.refetch()} />
      ) : (
        <FormSection title={texts.section} text={me.data?.hasPassword === false ? texts.none : texts.rules}>
          {me.data && !me.data.hasPassword ? <FirstPassword email={me.data.email} /> : <ChangeForm />}
        </FormSection>
      )}
    </>
  )
}

/** An account without a password cannot enter its old one, so a mailed link sets the first. */
function FirstPassword({ email }: { email: string }) {
  const send = useMutation(account.sendForget, { onSuccess: () => toast.success(signInTexts.forgot.sentTitle) })
  return (
    <div>
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate({ email })}>
        {texts.setOne}
      </Button>
    </div>
  )
}

function ChangeForm() {
  const form = useEntryForm(useFields(), empty)
  const change = useMutation(account.changePassword, {
    changes: [session.list, account.me],
    onSuccess: () => {
      form.setValues(empty)
      form.clearErrors()
      toast.success(texts.done)
    },
  })
  const submit = form.onSubmit(({ oldPassword, newPassword }) =>
    change.mutate({ oldPassword, newPassword }, { onError: (error) => showFaults(form, error) }),
  )
  return (
    <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
      <PasswordInput
        label={texts.current}
        autoComplete="current-password"
        name="oldPassword"
        visibilityToggleButtonProps={{ 'aria-label': uiTexts.showPassword, tabIndex: 0 }}
        {...form.getInputProps('oldPassword')}
      />
      <NewPasswordInputs
        name="newPassword"
        label={securityTexts.reset.newPassword}
        password={form.values.newPassword}
        inputProps={(path) => form.getInputProps(path)}
      />
      <div>
        <Button type="submit" loading={change.isPending}>
          {texts.submit}
        </Button>
      </div>
    </form>
  )
}
