import { Button, Select } from '@mantine/core'
import * as client from '@simwright/contract/people/client'
import { useMutation } from '../../../api/mutation.ts'
import { formatTime } from '../../../base/time.ts'
import { say } from '../../../texts/text.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { DateInput } from '../../../ui/form/DateInput.tsx'
import { textOf } from '../../../ui/form/date-text.ts'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import classes from './Client.module.css'
import { clientTexts } from './client-texts.ts'

const texts = clientTexts.gift

/** Gives an enterprise account a plan until a date. */
export function GiftForm({ client: { id, name, plan: current } }: { client: client.Client }) {
  const give = useMutation(client.givePlan, { changes: [client.list, client.get] })
  const { form, submit } = useCallForm(give, client.Gift, {
    initialValues: { plan: 'PRO', until: '' },
    ask: ({ plan, until }) => {
      const text = say(texts.ask.text, { current, until: textOf(until) })
      return confirm({ title: say(texts.ask.title, { name, plan }), text, proceed: texts.submit })
    },
    send: (fields) => ({ id, fields }),
    done: ({ endsAt }, { plan }) => say(texts.done, { name, plan, time: formatTime(endsAt) }),
  })
  return (
    <Section title={texts.title} text={texts.text}>
      <Stack as="form" gap={12} align="start" onSubmit={submit} noValidate className={classes.form}>
        <FieldRow>
          <Select
            label={texts.plan}
            data={[...client.givenPlans]}
            allowDeselect={false}
            {...form.getInputProps('plan')}
          />
          <DateInput label={texts.until} withAsterisk name="until" {...form.getInputProps('until')} />
        </FieldRow>
        <Button type="submit" variant="default" loading={give.isPending}>
          {texts.submit}
        </Button>
      </Stack>
    </Section>
  )
}
