import { Button } from '@mantine/core'
import { type Survey, surveyChoices } from '@simwright/contract/people/account'
import { accountTexts } from '../../../texts/account.ts'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import classes from './AccountFrame.module.css'

const texts = accountTexts.signUp
const questions = ['industry', 'role', 'monthlyDownloads', 'heard', 'canProvide'] as const satisfies (keyof Survey)[]

type SurveyFormProps = {
  answers: Survey
  onAnswers: (answers: Survey) => void
  isSending: boolean
  onBack: () => void
  onSkip: () => void
  onSubmit: () => void
}

/** Five questions, each of them optional. */
export function SurveyForm({ answers, onAnswers, isSending, onBack, onSkip, onSubmit }: SurveyFormProps) {
  return (
    <Stack
      as="form"
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {questions.map((question) => (
        <ChoiceChips
          key={question}
          label={texts[question]}
          choices={surveyChoices[question]}
          value={answers[question]}
          onChange={(value) => onAnswers({ ...answers, [question]: value })}
        />
      ))}
      <Row mt={8}>
        <Button variant="subtle" color="gray" onClick={onBack} disabled={isSending}>
          {texts.back}
        </Button>
        <Button variant="default" ml="auto" onClick={onSkip} disabled={isSending}>
          {texts.skip}
        </Button>
        <Button type="submit" loading={isSending}>
          {texts.submit}
        </Button>
      </Row>
    </Stack>
  )
}
