import { Button } from '@mantine/core'
import * as feedback from '@simwright/contract/platform/feedback'
import { useMutation } from '../../../api/mutation.ts'
import { useLastDefined } from '../../../base/last-defined.ts'
import { formatTime } from '../../../base/time.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { feedbackTexts } from '../../../texts/feedback.ts'
import { say } from '../../../texts/text.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { MoodFace } from '../../../ui/form/MoodInput.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './FeedbackDrawer.module.css'
import { FeedbackState } from './FeedbackState.tsx'

const texts = feedbackTexts.admin

type FeedbackDrawerProps = { feedback: feedback.Feedback | undefined; onClose: () => void }

/** Drawer of one piece of feedback, its author and its answer. */
export function FeedbackDrawer({ feedback: open, onClose }: FeedbackDrawerProps) {
  const shown = useLastDefined(open)
  const mayAnswer = useAllowed('Admin_Feedback_Edit')
  return (
    <DetailDrawer
      isOpen={open !== undefined}
      onClose={onClose}
      kind={texts.kind}
      title={shown?.name}
      status={shown && <FeedbackState feedback={shown} />}
    >
      {shown && (
        <>
          <p className="size-lead lines" style={{ margin: '0 0 16px' }}>
            {shown.text}
          </p>
          <KeyValue
            items={[
              { label: texts.columns.from, value: shown.email },
              { label: texts.columns.enterprise, value: `${shown.enterpriseName} (${shown.plan})` },
              { label: texts.columns.mood, value: <MoodFace mood={shown.mood} names={feedbackTexts.moods} /> },
              { label: texts.columns.page, value: shown.page },
              { label: texts.columns.createdAt, value: <Time at={shown.createdAt} /> },
            ]}
          />
          {shown.answer && shown.answeredAt && (
            <Section title={say(texts.answered, { name: shown.answeredBy ?? '–', time: formatTime(shown.answeredAt) })}>
              <p className="size-lead lines" style={{ margin: '0 0 16px' }}>
                {shown.answer}
              </p>
            </Section>
          )}
          {shown.acceptedAt && (
            <p style={{ margin: '14px 0' }}>
              <Time at={shown.acceptedAt}>
                {say(texts.accepted, { days: feedback.FEEDBACK_TRIAL_DAYS, time: formatTime(shown.acceptedAt) })}
              </Time>
            </p>
          )}
          {mayAnswer && !shown.acceptedAt && <Acceptance feedback={shown} />}
          {mayAnswer && <AnswerForm key={`${shown.id} ${shown.version}`} feedback={shown} />}
        </>
      )}
    </DetailDrawer>
  )
}

/** Accepts feedback, which extends the free trial of the author's enterprise account once. */
function Acceptance({ feedback: { enterpriseId, enterpriseName: enterprise, id, version, email } }: FeedbackProps) {
  const accept = useMutation(feedback.accept, { changes: [feedback.list] })
  const days = feedback.FEEDBACK_TRIAL_DAYS
  const start = async () => {
    const proceed = say(texts.accept, { days })
    const text = say(texts.acceptAsk.text, { enterprise, days, email })
    if (!(await confirm({ title: texts.acceptAsk.title, text, proceed }))) return
    const { until, later } = texts.acceptDone
    accept.mutate(
      { enterpriseId, id, version },
      { onSuccess: ({ trialEndsAt: ends }) => toast.success(ends ? say(until, { time: formatTime(ends) }) : later) },
    )
  }
  return (
    <Button variant="default" mt={16} loading={accept.isPending} onClick={() => void start()}>
      {say(texts.accept, { days })}
    </Button>
  )
}

type FeedbackProps = { feedback: feedback.Feedback }

function AnswerForm({ feedback: { enterpriseId, id, version, email, answeredAt } }: FeedbackProps) {
  const answer = useMutation(feedback.answer, { changes: [feedback.list] })
  const { form, submit } = useCallForm(answer, feedback.FeedbackAnswer, {
    initialValues: { answer: '' },
    send: (fields) => ({ enterpriseId, id, version, fields }),
    done: say(texts.sent, { email }),
  })
  return (
    <Stack as="form" gap={12} align="start" mt={24} onSubmit={submit} noValidate className={classes.form}>
      <Textarea
        label={texts.answerLabel}
        description={say(texts.answerHelp, { email })}
        withAsterisk
        autosize
        minRows={4}
        maxRows={14}
        maxLength={4000}
        name="answer"
        {...form.getInputProps('answer')}
      />
      <Button type="submit" loading={answer.isPending}>
        {answeredAt ? texts.again : texts.submit}
      </Button>
    </Stack>
  )
}
