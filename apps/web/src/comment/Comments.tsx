import { Button, Skeleton } from '@mantine/core'
import * as comment from '@simwright/contract/insight/comment'
import { useState } from 'react'
import { useMutation } from '../api/mutation.ts'
import { useAsk } from '../api/query.ts'
import { useSave } from '../api/save.ts'
import { useAllowed } from '../session/permission.tsx'
import { commentTexts as texts } from '../texts/comment.ts'
import { Note, Row } from '../ui/layout/layout.tsx'
import { ErrorState } from '../ui/page/ErrorState.tsx'
import { toast } from '../ui/toast.ts'
import classes from './Comment.module.css'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem } from './CommentItem.tsx'
import type { Commented } from './MentionInput.tsx'

/** How often the comments are fetched again while they are shown. */
const POLL_MS = 5_000

/** The comments on an object, newest first, and a form for a new one. */
export function Comments(object: Commented) {
  const mayWrite = useAllowed('Comment_Create')
  return (
    <>
      {mayWrite && <NewComment {...object} />}
      <CommentPage object={object} none={mayWrite ? texts.noneMay : texts.none} />
      <Exports {...object} />
    </>
  )
}

function NewComment(object: Commented) {
  const add = useMutation(comment.add, { changes: [comment.list], silent: true })
  return (
    <CommentForm
      object={object}
      label={texts.label}
      submit={texts.send}
      isPending={add.isPending}
      onSend={(text, { onSuccess, onError }) =>
        add.mutate(
          { ...object, text },
          {
            onError,
            onSuccess: () => {
              onSuccess()
              toast.success(texts.sent)
            },
          },
        )
      }
    />
  )
}

/** Saves the comments of the object, or all that the user sees. */
function Exports(object: Commented) {
  const save = useSave(comment.exportCsv)
  return (
    <Row gap={8} mt={12}>
      <Button size="compact-xs" variant="subtle" loading={save.isPending} onClick={() => save.start({ ...object })}>
        {texts.exportThese}
      </Button>
      <Button size="compact-xs" variant="subtle" disabled={save.isPending} onClick={() => save.start({})}>
        {texts.exportAll}
      </Button>
    </Row>
  )
}

/** A page of comments, and on demand the next one below it. */
function CommentPage({ object, cursor, none }: { object: Commented; cursor?: string; none: string }) {
  const [isOlderShown, setIsOlderShown] = useState(false)
  const sent = { ...object, ...(cursor === undefined ? {} : { cursor }) }
  const { data, error, refetch } = useAsk(comment.list, sent, { pollMs: POLL_MS, keepPrevious: true })
  if (error && !data) return <ErrorState problem={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} radius="md" mt={16} />
  if (data.items.length === 0) return cursor === undefined ? <Note mt={12}>{none}</Note> : null
  return (
    <>
      <ul className={classes.list} aria-label={texts.title}>
        {data.items.map((one) => (
          <CommentItem key={one.id} one={one} />
        ))}
      </ul>
      {data.next !== null &&
        (isOlderShown ? (
          <CommentPage object={object} cursor={data.next} none={none} />
        ) : (
          <Button size="xs" variant="default" onClick={() => setIsOlderShown(true)}>
            {texts.older}
          </Button>
        ))}
    </>
  )
}
