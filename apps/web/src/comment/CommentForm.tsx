import { Button } from '@mantine/core'
import { CommentText } from '@simwright/contract/insight/comment'
import { useState } from 'react'
import type { Problem } from '../api/problem.ts'
import { commentTexts as texts } from '../texts/comment.ts'
import { Row } from '../ui/layout/layout.tsx'
import { type Commented, MentionInput } from './MentionInput.tsx'
import { type Person, sentText } from './mention-text.ts'

type CommentFormProps = {
  object: Commented
  label: string
  submit: string
  initial?: string
  people?: readonly Person[]
  isPending: boolean
  onSend: (text: string, handlers: { onSuccess: () => void; onError: (problem: Problem) => void }) => void
  onCancel?: () => void
}

/** The text of a new or edited comment. It stays when it is refused. */
export function CommentForm(props: CommentFormProps) {
  const { object, label, submit, initial = '', people = [], isPending, onSend, onCancel } = props
  const [text, setText] = useState(initial)
  const [known, setKnown] = useState(people)
  const [error, setError] = useState<string>()
  const change = (next: string) => {
    setText(next)
    setError(undefined)
  }
  const send = () => {
    const checked = CommentText.safeParse(sentText(text, known))
    if (!checked.success) return setError(checked.error.issues[0]?.message)
    if (isPending) return
    onSend(checked.data, {
      onSuccess: () => change(''),
      onError: (problem) => setError(problem.faults[0]?.text ?? problem.message),
    })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <MentionInput
        object={object}
        label={label}
        value={text}
        error={error}
        known={known}
        onChange={change}
        onMention={(person) => setKnown([...known.filter(({ name }) => name !== person.name), person])}
        onSubmit={send}
      />
      {/* at the end, where the people to mention do not cover it */}
      <Row gap={8} mt={8} justify="end">
        {onCancel && (
          <Button size="xs" variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
        <Button type="submit" size="xs" loading={isPending} disabled={text.trim() === ''}>
          {submit}
        </Button>
      </Row>
    </form>
  )
}
