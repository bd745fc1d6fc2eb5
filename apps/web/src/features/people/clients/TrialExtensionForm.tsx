import { Button, NumberInput } from '@mantine/core'
import * as client from '@simwright/contract/people/client'
import { useMutation } from '../../../api/mutation.ts'
import { formatTime } from '../../../base/time.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import classes from './Client.module.css'
import { clientTexts } from './client-texts.ts'

const texts = clientTexts.extension

/** Extends the free trial: one that runs, has ended, or has not started. */
export function TrialExtensionForm({ client: { id, name, trial } }: { client: client.Client }) {
  const extend = useMutation(client.extendTrial, { changes: [client.list, client.get] })
  const { form, submit } = useCallForm(extend, client.TrialExtension, {
    initialValues: { days: 7 },
    send: (fields) => ({ id, fields }),
    done: ({ endsAt }, { days }) =>
      endsAt ? say(texts.done, { name, time: formatTime(endsAt) }) : sayCount(texts.doneLater, days, { name }),
  })
  return (
    <Section title={texts.title} text={trial === 'USED' ? texts.text : texts.textLater}>
      <Stack as="form" gap={12} align="start" onSubmit={submit} noValidate className={classes.form}>
        <NumberInput
          label={texts.days}
          withAsterisk
          allowDecimal={false}
          max={client.TRIAL_EXTENSION_MAX}
          clampBehavior="none"
          name="days"
          {...form.getInputProps('days')}
        />
        <Button type="submit" variant="default" loading={extend.isPending}>
          {texts.submit}
        </Button>
      </Stack>
    </Section>
  )
}
