import * as feedback from '@simwright/contract/platform/feedback'
import { useRouterState } from '@tanstack/react-router'
import { showProblem } from '../api/call.ts'
import { useMutation } from '../api/mutation.ts'
import { useAsk } from '../api/query.ts'
import { useSeen } from '../api/seen.ts'
import { formatTime } from '../base/time.ts'
import { feedbackTexts as texts } from '../texts/feedback.ts'
import { say } from '../texts/text.ts'
import { DialogForm } from '../ui/form/DialogForm.tsx'
import { showFaults, useEntryForm } from '../ui/form/form.ts'
import { MoodInput } from '../ui/form/MoodInput.tsx'
import { Textarea } from '../ui/form/Textarea.tsx'
import { Note, Stack, Title } from '../ui/layout/layout.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { Time } from '../ui/text/Time.tsx'
import { toast } from '../ui/toast.ts'
import classes from './FeedbackDialog.module.css'

/** Sends feedback and shows the user's earlier feedback with its answers. */
export function FeedbackDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={texts.title} size={520}>
      <SendForm onSent={onClose} />
      <OwnFeedback />
    </Dialog>
  )
}

function SendForm({ onSent }: { onSent: () => void }) {
  const page = useRouterState({ select: ({ location }) => location.pathname })
  const form = useEntryForm(feedback.FeedbackFields, { text: '', mood: null, page })
  const send = useMutation(feedback.send, { changes: [feedback.mine], silent: true })
  const [, markSeen] = useSeen('feedback')
  const submit = form.onSubmit((values) =>
    send.mutate(values, {
      onError: (problem) => showFaults(form, problem) || showProblem(problem),
      onSuccess: () => {
        markSeen()
        toast.success(texts.sent)
        onSent()
      },
    }),
  )
  return (
    <DialogForm onSubmit={submit} submit={texts.send} isPending={send.isPending} onCancel={onSent}>
      <Note>{texts.text}</Note>
      <MoodInput
        label={texts.mood}
        names={texts.moods}
        value={form.values.mood ?? null}
        onChange={(mood) => form.setFieldValue('mood', mood)}
      />
      <Textarea
        label={texts.label}
        description={texts.help}
        withAsterisk
        autosize
        minRows={4}
        maxRows={12}
        maxLength={2000}
        data-autofocus
        name="text"
        {...form.getInputProps('text')}
      />
    </DialogForm>
  )
}

function OwnFeedback() {
  const mine = useAsk(feedback.mine, {})
  if (!mine.data || mine.data.items.length === 0) return null
  return (
    <section className="ruled" style={{ marginTop: 24, paddingTop: 16 }} aria-label={texts.mine}>
      <Title mb={12}>{texts.mine}</Title>
      <Stack as="ul">
        {mine.data.items.map(({ id, text, createdAt, answer, answeredAt, acceptedAt }) => (
          <li key={id}>
            <Time at={createdAt} className="muted size-small" />
            <p className="lines" style={{ marginTop: 2 }}>
              {text}
            </p>
            {acceptedAt && (
              <p className={classes.answer}>{say(texts.accepted, { days: feedback.FEEDBACK_TRIAL_DAYS })}</p>
            )}
            {answer && answeredAt && (
              <div className={classes.answer}>
                <Time at={answeredAt} className="muted size-small">
                  {say(texts.answer, { time: formatTime(answeredAt) })}
                </Time>
                <p className="lines" style={{ marginTop: 2 }}>
                  {answer}
                </p>
              </div>
            )}
            {!answer && !acceptedAt && <span className="muted size-small">{texts.waiting}</span>}
          </li>
        ))}
      </Stack>
    </section>
  )
}
