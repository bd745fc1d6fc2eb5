import { Anchor, Button, TextInput } from '@mantine/core'
import { NewAccount, passwordUpTo } from '@simwright/contract/people/account'
import type { AcceptedTexts } from '@simwright/contract/platform/legal'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import type { Problem } from '../../../api/problem.ts'
import { Consent } from '../../../brand/Consent.tsx'
import { useConsent } from '../../../brand/consent.ts'
import { usePlatform } from '../../../brand/platform.ts'
import { publicPages } from '../../../paths.ts'
import { accountTexts as texts } from '../../../texts/account.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import classes from './AccountFrame.module.css'
import { InvitationInput, useInvitationCheck } from './InvitationInput.tsx'
import { NameInputs } from './NameInputs.tsx'
import { NewPasswordInputs } from './NewPasswordInputs.tsx'
import { usePublicLink } from './public-link.ts'

/** `max`: the platform's maximum of a password. */
const signUpFields = (max: number) =>
  NewAccount.pick({ firstName: true, lastName: true, companyName: true, email: true, invitation: true })
    .extend({ password: passwordUpTo(max), confirmPassword: z.string().min(1, uiTexts.required) })
    .refine((fields) => fields.password === fields.confirmPassword, {
      path: ['confirmPassword'],
      message: texts.confirmMismatch,
      when: () => true,
    })
export type SignUpValues = z.input<ReturnType<typeof signUpFields>> & { accepted: AcceptedTexts }

type SignUpFormProps = {
  initial: SignUpValues
  /** The server's refusal of these fields. */
  refused: Problem | undefined
  onNext: (values: SignUpValues) => void
}

const labelOf = (path: string) => (texts as unknown as Record<string, string>)[path] ?? path

export function SignUpForm({ initial, refused, onNext }: SignUpFormProps) {
  const { accepted, ...fields } = initial
  const { passwordMax } = usePlatform()
  const form = useEntryForm(
    useMemo(() => signUpFields(passwordMax), [passwordMax]),
    fields,
  )
  const invitation = useInvitationCheck()
  const isRefused = refused?.faults.some(({ path }) => path === 'accepted')
  const consent = useConsent(undefined, { isGiven: !isRefused && Object.keys(accepted).length > 0 })
  const submit = form.onSubmit(async (values) => {
    const accepted = await consent.check()
    if (!accepted) return
    invitation.start(values.invitation, {
      next: () => onNext({ ...values, accepted }),
      fail: (problem) => showFaults(form, problem),
    })
  }, consent.showMissing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once for each refusal
  useEffect(() => {
    showFaults(form, refused)
  }, [refused])
  return (
    <Stack as="form" onSubmit={submit} noValidate className={classes.form}>
      {refused && <ErrorSummary errors={form.errors} labelOf={labelOf} />}
      <NameInputs inputProps={(path) => form.getInputProps(path)} autoFocus />
      <CompanyInputs inputProps={(path) => form.getInputProps(path)} />
      <NewPasswordInputs
        name="password"
        label={texts.password}
        password={form.values.password}
        withAsterisk
        inputProps={(path) => form.getInputProps(path)}
      />
      <InvitationInput
        value={form.values.invitation ?? ''}
        error={form.errors.invitation}
        onChange={(code) => form.setFieldValue('invitation', code)}
      />
      <Consent consent={consent} error={form.errors.accepted} />
      <Button type="submit" size="md" fullWidth loading={consent.isWaiting || invitation.isPending}>
        {texts.signUp.next}
      </Button>
      <SignInLink />
    </Stack>
  )
}

/** The way to the sign-in page, for a visitor who has an account. */
function SignInLink() {
  const login = usePublicLink()(publicPages.login)
  return (
    <p className={classes.other}>
      {texts.signUp.haveAccount}{' '}
      <Anchor component={Link} {...login} fw={550}>
        {texts.signUp.signIn}
      </Anchor>
    </p>
  )
}

function CompanyInputs({ inputProps }: { inputProps: (path: string) => object }) {
  return (
    <>
      <TextInput
        label={texts.companyName}
        autoComplete="organization"
        withAsterisk
        name="companyName"
        {...inputProps('companyName')}
      />
      <TextInput
        label={texts.email}
        type="email"
        autoComplete="email"
        withAsterisk
        name="email"
        {...inputProps('email')}
      />
    </>
  )
}
