import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useStore } from '../../base/store.ts'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Row } from '../layout/layout.tsx'
import classes from './ConfirmDialog.module.css'
import { type OpenQuestion, openQuestion } from './confirm.ts'
import { Dialog } from './Dialog.tsx'

/** Above a dialog that opens while the question waits. */
const ABOVE_DIALOGS = 'var(--layer-question)'

/** Shows the question of `confirm`. Mounted once. */
export function ConfirmDialog() {
  const question = useStore(openQuestion)
  return (
    <Dialog
      opened={question !== undefined}
      onClose={() => question?.answer(false)}
      title={question?.title}
      size={460}
      zIndex={ABOVE_DIALOGS}
    >
      {question && <QuestionForm key={question.title} question={question} />}
    </Dialog>
  )
}

function QuestionForm({ question }: { question: OpenQuestion }) {
  const [typed, setTyped] = useState('')
  const isReady = isConfirmed(question, typed)
  const mustType = question.count !== undefined || question.name !== undefined
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isReady) question.answer(true)
  }
  return (
    <form onSubmit={submit}>
      <div className={classes.text}>
        {question.text}
        {question.tone === 'danger' && (
          <p className={classes.forever}>{question.undoText ?? uiTexts.confirm.irreversible}</p>
        )}
      </div>
      {mustType && (
        <TextInput
          mt="md"
          label={question.name?.label ?? say(uiTexts.confirm.typeCount, { count: question.count ?? 0 })}
          value={typed}
          inputMode={question.name ? undefined : 'numeric'}
          data-autofocus
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Row justify="end" mt={24}>
        <Button variant="default" data-autofocus={!mustType || undefined} onClick={() => question.answer(false)}>
          {question.refuse ?? uiTexts.cancel}
        </Button>
        <Button type="submit" color={question.tone === 'danger' ? 'red' : undefined} disabled={!isReady}>
          {question.proceed}
        </Button>
      </Row>
    </form>
  )
}

function isConfirmed({ count, name }: OpenQuestion, typed: string): boolean {
  if (name) return typed.trim() === name.word
  return count === undefined || typed.replace(/\D/g, '') === String(count)
}
