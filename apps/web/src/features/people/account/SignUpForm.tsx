import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { NewAccount } from '@simwright/contract/people/account'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { z } from 'zod'
import type { Problem } from '../../../api/problem.ts'
import { usePlatform } from '../../../brand/platform.ts'
import { publicPages } from '../../../paths.ts'
import { accountTexts as texts } from '../../../texts/account.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { FieldRow } from '../../../ui/FormSection.tsx'
import { showFaults, useEntryForm } from '../../../ui/form.ts'
import classes from './AccountFrame.module.css'
import { PasswordRules } from './PasswordRules.tsx'
import { usePublicLink } from './public-link.ts'

const SignUpFields = NewAccount.pick({
  firstName: true,
  lastName: true,
  companyName: true,
  email: true,
  password: true,
})
  .extend({ confirmPassword: z.string().min(1, uiTexts.required) })
  .refine((fields) => fields.password === fields.confirmPassword, {
    path: ['confirmPassword'],
    message: texts.confirmMismatch,
    when: () => true,
  })
export type SignUpValues = z.input<typeof SignUpFields>

type SignUpFormProps = {
  initial: SignUpValues
  /** The server's refusal of these fields. */
  refused: Problem | undefined
  onNext: (values: SignUpValues) => void
}

const labelOf = (path: string) => (texts as unknown as Record<string, string>)[path] ?? path
const reveal = { 'aria-label': uiTexts.form.showPassword, tabIndex: 0 }

export function SignUpForm({ initial, refused, onNext }: SignUpFormProps) {
  const form = useEntryForm(SignUpFields, initial)
  const { passwordMax } = usePlatform()
  const login = usePublicLink()(publicPages.login)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once for each refusal
  useEffect(() => {
    showFaults(form, refused)
  }, [refused])
  return (
    <form onSubmit={form.onSubmit(onNext)} noValidate className={classes.form}>
      {refused && <ErrorSummary errors={form.errors} labelOf={labelOf} />}
      <FieldRow>
        <TextInput
          label={texts.firstName}
          autoComplete="given-name"
          autoFocus
          withAsterisk
          name="firstName"
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label={texts.lastName}
          autoComplete="family-name"
          withAsterisk
          name="lastName"
          {...form.getInputProps('lastName')}
        />
      </FieldRow>
      <TextInput
        label={texts.companyName}
        autoComplete="organization"
        withAsterisk
        name="companyName"
        {...form.getInputProps('companyName')}
      />
      <TextInput
        label={texts.email}
        type="email"
        autoComplete="email"
        withAsterisk
        name="email"
        {...form.getInputProps('email')}
      />
      <div>
        <PasswordInput
          label={texts.password}
          autoComplete="new-password"
          withAsterisk
          name="password"
          visibilityToggleButtonProps={reveal}
          {...form.getInputProps('password')}
        />
        <PasswordRules password={form.values.password} max={passwordMax} />
      </div>
      <PasswordInput
        label={texts.confirmPassword}
        autoComplete="new-password"
        withAsterisk
        name="confirmPassword"
        visibilityToggleButtonProps={reveal}
        {...form.getInputProps('confirmPassword')}
      />
      <Button type="submit" size="md" fullWidth>
        {texts.signUp.next}
      </Button>
      <p className={classes.other}>
        {texts.signUp.haveAccount}{' '}
        <Anchor component={Link} {...login} fw={550}>
          {texts.signUp.signIn}
        </Anchor>
      </p>
    </form>
  )
}
