import { Alert, Button, TextInput } from '@mantine/core'
import type { Survey } from '@simwright/contract/people/account'
import * as oauth from '@simwright/contract/people/oauth'
import { type ComponentProps, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { Consent } from '../../../brand/Consent.tsx'
import { type ConsentState, useConsent } from '../../../brand/consent.ts'
import { accountTexts } from '../../../texts/account.ts'
import { providerTexts } from '../../../texts/provider.ts'
import { say } from '../../../texts/text.ts'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Steps } from '../../../ui/layout/Steps.tsx'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { InvitationInput, useInvitationCheck } from './InvitationInput.tsx'
import { keepInvitation, keptInvitation } from './invitation.ts'
import { NameInputs } from './NameInputs.tsx'
import { SurveyForm } from './SurveyForm.tsx'

const texts = providerTexts.register
const Fields = oauth.register.input.pick({ firstName: true, lastName: true, companyName: true, invitation: true })

type NextProps = { next: oauth.NextStep; onAnswer: (answer: oauth.ProviderAnswer) => void }

/** Asks for what the identity provider does not supply: names and company, then the survey. */
export function ProviderRegister({ next, onAnswer }: NextProps) {
  const { ticket, provider, email, firstName, lastName } = next
  const form = useEntryForm(Fields, { firstName, lastName, companyName: '', invitation: keptInvitation() })
  const [step, setStep] = useState<'account' | 'survey'>('account')
  const [survey, setSurvey] = useState<Survey>({})
  const invitation = useInvitationCheck()
  const consent = useConsent()
  const checkInvitation = form.onSubmit(async (values) => {
    if (!(await consent.check())) return
    invitation.start(values.invitation, {
      next: () => setStep('survey'),
      fail: (problem) => showFaults(form, problem),
    })
  }, consent.showMissing)
  const register = useMutation(oauth.register, {
    silent: true,
    onSuccess: (answer) => {
      keepInvitation('')
      onAnswer(answer)
    },
  })
  const submit = (answers: Survey | undefined) =>
    register.mutate(
      { ...form.values, ticket, survey: answers, accepted: consent.accepted },
      {
        onError: (error) => {
          consent.reloadIfRefused(error)
          if (showFaults(form, error)) setStep('account')
        },
      },
    )
  const isSurvey = step === 'survey'
  return (
    <AccountFrame
      title={isSurvey ? accountTexts.signUp.surveyTitle : texts.title}
      text={isSurvey ? accountTexts.signUp.surveyText : say(texts.text, { provider, email })}
      above={<RegisterSteps isSurvey={isSurvey} />}
    >
      {register.error && register.error.faults.length === 0 && <Refusal text={register.error.message} />}
      {isSurvey ? (
        <SurveyForm
          answers={survey}
          onAnswers={setSurvey}
          isSending={register.isPending || register.isSuccess}
          onBack={() => setStep('account')}
          onSkip={() => submit(undefined)}
          onSubmit={() => submit(survey)}
        />
      ) : (
        <AccountStep form={form} consent={consent} isPending={invitation.isPending} onSubmit={checkInvitation} />
      )}
    </AccountFrame>
  )
}

function RegisterSteps({ isSurvey }: { isSurvey: boolean }) {
  const steps = [
    { id: 'account', label: texts.steps.account, state: isSurvey ? ('done' as const) : ('current' as const) },
    { id: 'survey', label: texts.steps.survey, state: isSurvey ? ('current' as const) : ('to come' as const) },
  ]
  return <Steps steps={steps} label={accountTexts.signUp.progress} />
}

function Refusal({ text }: { text: string }) {
  return (
    <Alert color="red" role="alert" mb={16}>
      {text}
    </Alert>
  )
}

function CompanyInput(input: object) {
  return (
    <TextInput
      label={accountTexts.companyName}
      autoComplete="organization"
      autoFocus
      withAsterisk
      name="companyName"
      {...input}
    />
  )
}

type AccountStepProps = {
  form: ReturnType<typeof useEntryForm<typeof Fields>>
  consent: ConsentState
  isPending: boolean
  onSubmit: ComponentProps<'form'>['onSubmit']
}

function AccountStep({ form, consent, isPending, onSubmit }: AccountStepProps) {
  return (
    <Stack as="form" onSubmit={onSubmit} noValidate className={classes.form}>
      <NameInputs inputProps={(path) => form.getInputProps(path)} />
      <CompanyInput {...form.getInputProps('companyName')} />
      <InvitationInput
        value={form.values.invitation ?? ''}
        error={form.errors.invitation}
        onChange={(code) => form.setFieldValue('invitation', code)}
      />
      <Consent consent={consent} error={form.errors.accepted} />
      <Button type="submit" size="md" fullWidth loading={consent.isWaiting || isPending}>
        {texts.submit}
      </Button>
    </Stack>
  )
}
