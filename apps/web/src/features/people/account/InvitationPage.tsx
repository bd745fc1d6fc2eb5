import { Alert, Anchor, Button, Loader, TextInput } from '@mantine/core'
import { passwordUpTo } from '@simwright/contract/people/account'
import * as team from '@simwright/contract/people/team'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { z } from 'zod'
import { beginSession } from '../../../api/begin.ts'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { isSignedIn } from '../../../api/session.ts'
import { Consent } from '../../../brand/Consent.tsx'
import { useConsent } from '../../../brand/consent.ts'
import { usePlatform } from '../../../brand/platform.ts'
import { publicPages } from '../../../paths.ts'
import { signOut } from '../../../session/sign-out.ts'
import { accountTexts } from '../../../texts/account.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Illustration } from '../../../ui/page/Illustration.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { invitationTexts as texts } from './invitation-texts.ts'
import { NameInputs } from './NameInputs.tsx'
import { NewPasswordInputs } from './NewPasswordInputs.tsx'
import { usePublicLink } from './public-link.ts'

type Invitation = (typeof team.invitation)['output']['_output']

/** Opened by the link in an invitation: an existing account joins the enterprise, or a new account is created. */
export function InvitationPage() {
  const { token = '' } = useSearch({ from: publicPages.invitation.path })
  const query = useAsk(team.invitation, { token }, { enabled: token !== '', staleMs: Number.POSITIVE_INFINITY })
  const [joinedAs, setJoinedAs] = useState<string>()
  if (joinedAs !== undefined && query.data)
    return <Joined email={joinedAs} enterpriseName={query.data.enterpriseName} />
  if (token === '' || isProblem(query.error, 'invitation_invalid') || isProblem(query.error, 'invalid'))
    return <InvalidLink />
  if (!query.data) {
    return (
      <AccountFrame title={query.error ? texts.failedTitle : texts.working}>
        {query.error ? (
          <ErrorState problem={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loader role="status" aria-label={texts.working} />
        )}
      </AccountFrame>
    )
  }
  const invitation = query.data
  const { enterpriseName, invitedBy, roleName } = invitation
  return (
    <AccountFrame
      title={say(texts.title, { enterprise: enterpriseName })}
      text={say(roleName === '' ? texts.text : texts.textRole, {
        person: invitedBy,
        role: roleName,
        email: invitation.email,
      })}
    >
      {invitation.hasAccount ? (
        <JoinForm token={token} invitation={invitation} onJoined={setJoinedAs} />
      ) : (
        <NewMemberForm token={token} invitation={invitation} onJoined={setJoinedAs} />
      )}
    </AccountFrame>
  )
}

function InvalidLink() {
  const login = usePublicLink()(publicPages.login)
  return (
    <AccountFrame title={texts.goneTitle} text={texts.goneText}>
      <Stack className={classes.form}>
        <Illustration name="lost" />
        {isSignedIn() ? (
          <Button size="md" component={Link} to="/">
            {texts.toPortal}
          </Button>
        ) : (
          <Button size="md" component={Link} {...login}>
            {texts.signIn}
          </Button>
        )}
      </Stack>
    </AccountFrame>
  )
}

function Joined({ email, enterpriseName }: { email: string; enterpriseName: string }) {
  const navigate = useNavigate()
  const login = usePublicLink()(publicPages.login, { email })
  const signIn = async () => {
    if (isSignedIn()) await signOut()
    await navigate(login)
  }
  return (
    <AccountFrame
      title={say(texts.joinedTitle, { enterprise: enterpriseName })}
      text={say(isSignedIn() ? texts.joinedTextSignedIn : texts.joinedText, { email })}
    >
      <Stack className={classes.form}>
        <Illustration name="done" />
        <Button size="md" onClick={() => void signIn()}>
          {texts.signIn}
        </Button>
        {isSignedIn() && (
          <Anchor component={Link} to="/" ta="center" size="sm">
            {texts.stay}
          </Anchor>
        )}
      </Stack>
    </AccountFrame>
  )
}

type JoinProps = { token: string; invitation: Invitation; onJoined: (email: string) => void }

/** Shows that the user has joined; a new user is signed in, and lands in the portal. */
function useAccept({ invitation, onJoined }: JoinProps) {
  const navigate = useNavigate()
  return useMutation(team.acceptInvitation, {
    silent: true,
    onSuccess: ({ email, token }) => {
      if (token === undefined) {
        onJoined(email)
        return
      }
      beginSession()
      toast.success(say(texts.joinedTitle, { enterprise: invitation.enterpriseName }))
      void navigate({ to: '/' })
    },
  })
}

function JoinForm(props: JoinProps) {
  const { token, invitation } = props
  const accept = useAccept(props)
  return (
    <Stack className={classes.form}>
      <Refusal>{accept.error?.message}</Refusal>
      <Button
        size="md"
        fullWidth
        loading={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate({ token })}
      >
        {say(texts.join, { enterprise: invitation.enterpriseName })}
      </Button>
    </Stack>
  )
}

/** `max`: the platform's maximum of a password. */
const memberFields = (max: number) =>
  team.NewMember.extend({
    password: passwordUpTo(max),
    confirmPassword: z.string().min(1, uiTexts.required),
  }).refine((fields) => fields.password === fields.confirmPassword, {
    path: ['confirmPassword'],
    message: accountTexts.confirmMismatch,
    when: () => true,
  })
const labelOf = (path: string) => (accountTexts as unknown as Record<string, string>)[path] ?? path

function NewMemberForm(props: JoinProps) {
  const { token, invitation } = props
  const { passwordMax } = usePlatform()
  const fields = useMemo(() => memberFields(passwordMax), [passwordMax])
  const form = useEntryForm(fields, { firstName: '', lastName: '', password: '', confirmPassword: '' })
  const [attempts, setAttempts] = useState(0)
  const accept = useAccept(props)
  const consent = useConsent()
  const submit = form.onSubmit(
    async ({ confirmPassword: _, ...person }) => {
      const accepted = await consent.check()
      if (!accepted) return
      const onError = (problem: Problem) => {
        consent.reloadIfRefused(problem)
        if (showFaults(form, problem, 'person')) setAttempts((count) => count + 1)
      }
      accept.mutate({ token, person, accepted }, { onError })
    },
    () => {
      consent.showMissing()
      setAttempts((count) => count + 1)
    },
  )
  const isRefused = accept.error && accept.error.faults.length === 0
  return (
    <Stack as="form" onSubmit={submit} noValidate className={classes.form}>
      <Refusal>{isRefused ? accept.error?.message : undefined}</Refusal>
      {attempts > 0 && <ErrorSummary key={attempts} errors={form.errors} labelOf={labelOf} />}
      <TextInput label={accountTexts.email} value={invitation.email} readOnly autoComplete="username" />
      <NameInputs inputProps={(path) => form.getInputProps(path)} />
      <NewPasswordInputs
        name="password"
        label={accountTexts.password}
        password={form.values.password}
        withAsterisk
        inputProps={(path) => form.getInputProps(path)}
      />
      <Consent consent={consent} error={form.errors.accepted} />
      <Button type="submit" size="md" fullWidth loading={consent.isWaiting || accept.isPending || accept.isSuccess}>
        {say(texts.join, { enterprise: invitation.enterpriseName })}
      </Button>
    </Stack>
  )
}

function Refusal({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <Alert color="red" role="alert" mb={16}>
      {children}
    </Alert>
  )
}
