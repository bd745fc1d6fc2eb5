import { Alert } from '@mantine/core'
import type { NewAccount, Survey } from '@simwright/contract/people/account'
import * as account from '@simwright/contract/people/account'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { useAddress } from '../../../base/url.ts'
import { publicPages } from '../../../paths.ts'
import { accountTexts as texts } from '../../../texts/account.ts'
import { Steps } from '../../../ui/layout/Steps.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { keepInvitation, keptInvitation } from './invitation.ts'
import { MailSent } from './MailSent.tsx'
import { SignUpProviders } from './Providers.tsx'
import { SignUpForm, type SignUpValues } from './SignUpForm.tsx'
import { SurveyForm } from './SurveyForm.tsx'

type SignUpStep = 'account' | 'survey' | 'activate'

const order: readonly SignUpStep[] = ['account', 'survey', 'activate']
const empty: SignUpValues = {
  firstName: '',
  lastName: '',
  companyName: '',
  email: '',
  password: '',
  confirmPassword: '',
  invitation: '',
  accepted: {},
}

/** Three steps: account, survey (optional), activation e-mail. */
export function SignUpPage() {
  const { sys } = useParams({ from: publicPages.signUp.path })
  const [url, changeUrl] = useAddress(publicPages.signUp)
  const [values, setValues] = useState(empty)
  const step = (values !== empty && order.find((id) => id === url.step)) || 'account'
  /** The last step replaces the survey in the history, so that the back button never reopens a submitted survey. */
  const goTo = (next: SignUpStep) =>
    changeUrl({ step: next === 'account' ? undefined : next }, next === 'activate' ? 'replace' : 'push')
  const [survey, setSurvey] = useState<Survey>({})
  const [problem, setProblem] = useState<Problem>()
  const register = useMutation(account.register, {
    silent: true,
    onSuccess: () => {
      keepInvitation('')
      goTo('activate')
    },
  })
  const submit = (answers: Survey | undefined) => {
    const { confirmPassword: _, ...person } = values
    const sent: z.input<typeof NewAccount> = { ...person, survey: answers, sys }
    setProblem(undefined)
    register.mutate(sent, {
      onError: (error) => {
        setProblem(error)
        if (error.faults.length > 0) goTo('account')
      },
    })
  }
  return (
    <AccountFrame title={titles[step]} text={descriptions[step]} above={<SignUpSteps step={step} />}>
      {problem && problem.faults.length === 0 && <Refusal problem={problem} />}
      {step === 'account' && <SignUpProviders />}
      {step === 'account' && (
        <SignUpForm
          initial={values === empty ? { ...empty, invitation: url.invitation ?? keptInvitation() } : values}
          refused={problem}
          onNext={(next) => {
            setValues(next)
            setProblem(undefined)
            goTo('survey')
          }}
        />
      )}
      {step === 'survey' && (
        <SurveyForm
          answers={survey}
          onAnswers={setSurvey}
          isSending={register.isPending}
          onBack={() => history.back()}
          onSkip={() => submit(undefined)}
          onSubmit={() => submit(survey)}
        />
      )}
      {step === 'activate' && <MailSent email={values.email.trim()} onStartAgain={() => goTo('account')} />}
    </AccountFrame>
  )
}

function Refusal({ problem }: { problem: Problem }) {
  return (
    <Alert color="red" role="alert" mb={16}>
      {problem.message}
    </Alert>
  )
}

const titles: Record<SignUpStep, string> = {
  account: texts.signUp.title,
  survey: texts.signUp.surveyTitle,
  activate: texts.sent.title,
}

const descriptions: Record<SignUpStep, string | undefined> = {
  account: texts.signUp.text,
  survey: texts.signUp.surveyText,
  activate: undefined,
}

function SignUpSteps({ step }: { step: SignUpStep }) {
  const at = order.indexOf(step)
  const steps = order.map((id, i) => ({
    id,
    label: texts.signUp.steps[id],
    state: i < at ? ('done' as const) : i === at ? ('current' as const) : ('to come' as const),
  }))
  return <Steps steps={steps} label={texts.signUp.progress} />
}
