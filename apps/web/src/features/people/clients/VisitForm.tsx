import { Button } from '@mantine/core'
import * as client from '@simwright/contract/people/client'
import { useMutation } from '../../../api/mutation.ts'
import { keepVisit } from '../../../api/visit.ts'
import { pages } from '../../../paths.ts'
import { say } from '../../../texts/text.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import classes from './Client.module.css'
import { clientTexts } from './client-texts.ts'

const texts = clientTexts.visit

/** Signs in to an enterprise account, read-only. This tab becomes the visit. */
export function VisitForm({ client: { id, name } }: { client: client.Client }) {
  const visit = useMutation(client.visit)
  const { form, submit } = useCallForm(visit, client.Visit, {
    initialValues: { reason: '' },
    send: (fields) => ({ id, fields }),
    onDone: ({ token }) => {
      keepVisit(token)
      // a new page, so that nothing of the staff member's own session is shown
      location.assign(pages.home.path)
    },
  })
  return (
    <Section title={texts.title} text={say(texts.text, { minutes: client.VISIT_MINUTES })}>
      <Stack as="form" gap={12} align="start" onSubmit={submit} noValidate className={classes.form}>
        <Textarea
          label={texts.reason}
          description={say(texts.reasonHelp, { name })}
          withAsterisk
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          name="visitReason"
          {...form.getInputProps('reason')}
        />
        <Button type="submit" variant="default" loading={visit.isPending}>
          {texts.submit}
        </Button>
      </Stack>
    </Section>
  )
}
