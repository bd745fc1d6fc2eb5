import { Button } from '@mantine/core'
import * as client from '@simwright/contract/people/client'
import { useMutation } from '../../../api/mutation.ts'
import { say } from '../../../texts/text.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import classes from './Client.module.css'
import { clientTexts } from './client-texts.ts'

const texts = clientTexts.suspend
const changes = [client.list, client.get]

type ClientProps = { client: client.Client }

/** Suspends an enterprise account; its members see the reason. */
export function SuspensionForm({ client: { id, name } }: ClientProps) {
  const { title, text } = texts.ask
  const suspend = useMutation(client.suspend, { changes })
  const { form, submit } = useCallForm(suspend, client.Suspension, {
    initialValues: { reason: '' },
    ask: () => confirm({ title: say(title, { name }), text, proceed: texts.submit }),
    send: (fields) => ({ id, fields }),
    done: say(texts.done, { name }),
  })
  return (
    <Section title={texts.title} text={texts.text}>
      <Stack as="form" gap={12} align="start" onSubmit={submit} noValidate className={classes.form}>
        <Textarea
          label={texts.reason}
          description={texts.reasonHelp}
          withAsterisk
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          name="reason"
          {...form.getInputProps('reason')}
        />
        <Button type="submit" variant="default" loading={suspend.isPending}>
          {texts.submit}
        </Button>
      </Stack>
    </Section>
  )
}

export function ResumeButton({ client: { id, name } }: ClientProps) {
  const onSuccess = () => toast.success(say(texts.resumed, { name }))
  const resume = useMutation(client.resume, { changes, onSuccess })
  return (
    <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate({ id })}>
      {texts.resume}
    </Button>
  )
}
