import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import * as account from '@simwright/contract/people/sign-in'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { beginSession } from '../../../api/begin.ts'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { publicPages } from '../../../paths.ts'
import { localTarget } from '../../../session/target.ts'
import { apiTexts } from '../../../texts/api.ts'
import { signInTexts as texts } from '../../../texts/sign-in.ts'
import { startTexts } from '../../../texts/start.ts'
import { say } from '../../../texts/text.ts'
import { showFaults } from '../../../ui/form/faults.ts'
import { useSmallForm } from '../../../ui/form/small-form.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { Providers } from './Providers.tsx'
import { usePublicLink } from './public-link.ts'
import { RefusalText } from './RefusalText.tsx'
import type { PendingSecondStep } from './SecondStep.tsx'

const SsoForm = lazy(async () => ({ default: (await import('./SsoForm.tsx')).SsoForm }))
const SecondStep = lazy(async () => ({ default: (await import('./SecondStep.tsx')).SecondStep }))

/** Signs in with e-mail and password, then opens the page that the visitor asked for. */
export function LoginPage() {
  const search = useSearch({ from: publicPages.login.path })
  const navigate = useNavigate()
  const form = useSmallForm(account.login.input, { email: search.email ?? '', password: '' })
  const [problem, setProblem] = useState<Problem>()
  const [sso, setSso] = useState(false)
  const [step, setStep] = useState<PendingSecondStep>()
  const finishSignIn = () => {
    beginSession()
    void navigate({ to: localTarget(search.target) })
  }
  const login = useMutation(account.login, {
    silent: true,
    onSuccess: ({ secondStep }) => (secondStep ? setStep(secondStep) : finishSignIn()),
  })
  const submit = form.onSubmit((values) => {
    setProblem(undefined)
    login.mutate(values, { onError: (error) => showFaults(form, error) || setProblem(error) })
  })
  if (step) {
    const startAgain = () => {
      setStep(undefined)
      login.reset()
      form.setFieldValue('password', '')
    }
    return (
      <Suspense fallback={<AccountFrame title={texts.secondStep.title}>{null}</AccountFrame>}>
        <SecondStep step={step} onDone={finishSignIn} onStartAgain={startAgain} />
      </Suspense>
    )
  }
  if (sso) {
    return (
      <Suspense fallback={<AccountFrame title={say(texts.login.title)}>{null}</AccountFrame>}>
        <SsoForm email={form.values.email} target={search.target} onBack={() => setSso(false)} />
      </Suspense>
    )
  }
  return (
    <AccountFrame title={say(texts.login.title)}>
      {problem ? (
        <LoginRefused problem={problem} email={form.values.email} />
      ) : (
        <SignedOutReason reason={search.reason} />
      )}
      <PasswordForm
        form={form}
        hasEmail={Boolean(search.email)}
        isPending={login.isPending || login.isSuccess}
        onSubmit={submit}
      />
      <PasskeySignIn onDone={finishSignIn} />
      <Providers purpose="login" target={search.target} onSso={() => setSso(true)} />
      <SignUpLink />
    </AccountFrame>
  )
}

type PasswordFormProps = {
  form: ReturnType<typeof useSmallForm<'email' | 'password'>>
  /** The address has the e-mail address already. */
  hasEmail: boolean
  isPending: boolean
  onSubmit: (event: FormEvent) => void
}

function PasswordForm({ form, hasEmail, isPending, onSubmit }: PasswordFormProps) {
  const publicLink = usePublicLink()
  const { email } = form.values
  return (
    <Stack as="form" onSubmit={onSubmit} noValidate className={classes.form}>
      <TextInput
        label={texts.email}
        type="email"
        autoComplete="username"
        size="md"
        autoFocus={!hasEmail}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={texts.password}
        autoComplete="current-password"
        size="md"
        autoFocus={hasEmail}
        visibilityToggleButtonProps={{ 'aria-label': startTexts.showPassword, tabIndex: 0 }}
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {texts.login.submit}
      </Button>
      <p className={classes.other}>
        <Anchor component={Link} {...publicLink(publicPages.forgotPassword, email ? { email } : {})}>
          {texts.forgot.link}
        </Anchor>
      </p>
    </Stack>
  )
}

function SignUpLink() {
  const publicLink = usePublicLink()
  return (
    <p className={classes.other}>
      {say(texts.login.newHere)}{' '}
      <Anchor component={Link} {...publicLink(publicPages.signUp)} fw={550}>
        {texts.login.signUp}
      </Anchor>
    </p>
  )
}

/** Why the visitor was signed out, if the address has a reason. */
function SignedOutReason({ reason }: { reason: string | undefined }) {
  const end = reason as keyof typeof texts.login.reasons
  const text = texts.login.reasons[end]
  if (!text) return null
  return (
    <Alert mb={16} title={end === 'idle' || end === 'expired' ? apiTexts.expired : undefined}>
      {text}
    </Alert>
  )
}

/** Why the sign-in was refused; an account that is not activated can have its activation e-mail sent again. */
function LoginRefused({ problem, email }: { problem: Problem; email: string }) {
  const resend = useMutation(account.resendActivation, {
    onSuccess: () => toast.success(say(texts.login.resent, { email })),
  })
  return (
    <Alert color="red" role="alert" mb={16}>
      <RefusalText problem={problem} />
      {isProblem(problem, 'account_not_activated') && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          display="block"
          loading={resend.isPending}
          onClick={() => resend.mutate({ email })}
        >
          {texts.login.resend}
        </Button>
      )}
    </Alert>
  )
}
