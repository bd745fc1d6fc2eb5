import { Button, Skeleton } from '@mantine/core'
import * as client from '@simwright/contract/people/client'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { say } from '../../../texts/text.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Client.module.css'
import { clientTexts } from './client-texts.ts'

const texts = clientTexts.notes

/** Notes of platform staff on a client, which its members never see. */
export function ClientNotes({ id, mayEdit }: { id: string; mayEdit: boolean }) {
  const { data, error, refetch } = useAsk(client.notes, { id })
  if (error && !data) return <ErrorState problem={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={200} radius="lg" />
  return (
    <Stack gap={8}>
      <Note>{texts.text}</Note>
      {mayEdit && <NoteForm id={id} />}
      {data.items.length === 0 && <Note>{texts.none}</Note>}
      <Stack as="ul" gap={8} mt={8}>
        {data.items.map((note) => (
          <NoteRow key={note.id} id={id} note={note} mayRemove={mayEdit && note.own} />
        ))}
      </Stack>
      {data.total > data.items.length && (
        <Note>{say(texts.more, { shown: data.items.length, total: data.total })}</Note>
      )}
    </Stack>
  )
}

function NoteForm({ id }: { id: string }) {
  const add = useMutation(client.addNote, { changes: [client.notes] })
  const { form, submit } = useCallForm(add, client.NewNote, {
    initialValues: { text: '' },
    send: (fields) => ({ id, fields }),
    onDone: () => form.reset(),
  })
  return (
    <Stack as="form" gap={12} align="start" onSubmit={submit} noValidate className={classes.form}>
      <Textarea
        label={texts.label}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={2000}
        name="note"
        {...form.getInputProps('text')}
      />
      <Button type="submit" variant="default" loading={add.isPending}>
        {texts.submit}
      </Button>
    </Stack>
  )
}

function NoteRow({ id, note, mayRemove }: { id: string; note: client.ClientNote; mayRemove: boolean }) {
  const onSuccess = () => toast.success(texts.removed)
  const remove = useMutation(client.removeNote, { changes: [client.notes], onSuccess })
  const start = async () => {
    if (await confirm({ ...texts.removeAsk, proceed: texts.remove, tone: 'danger' }))
      remove.mutate({ id, noteId: note.id })
  }
  return (
    <li className="boxed" style={{ padding: '12px 14px' }}>
      <p className="lines" style={{ marginBottom: 6 }}>
        {note.text}
      </p>
      <Row gap="4 12" justify="between" className="muted size-small">
        <span>
          {note.author} · <Time at={note.createdAt} />
        </span>
        {mayRemove && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            loading={remove.isPending}
            onClick={() => void start()}
          >
            {texts.remove}
          </Button>
        )}
      </Row>
    </li>
  )
}
