import { Button, Textarea } from '@mantine/core'
import * as legal from '@simwright/contract/platform/legal'
import { useId } from 'react'
import { z } from 'zod'
import { useMutation } from '../../../api/mutation.ts'
import { momentOf } from '../../../base/time.ts'
import { legalTexts } from '../../../texts/legal.ts'
import { say } from '../../../texts/text.ts'
import { DateTimeInput } from '../../../ui/form/DateInput.tsx'
import { FormActions } from '../../../ui/form/FormSection.tsx'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { RefusalNotice } from '../../../ui/form/RefusalNotice.tsx'
import { useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { Grid, Note, Title } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { Markup } from '../../../ui/text/Markup.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './LegalTab.module.css'

const texts = legalTexts.admin

/** The time is a local time of the user, or empty. */
const Fields = legal.LegalFields.pick({ body: true }).extend({ publishedAt: z.string() })

type LegalFormProps = {
  platform: legal.PlatformTexts
  versions: legal.LegalVersions
  mayEdit: boolean
  /** Loads the stored versions, which somebody else has changed. */
  onReload: () => void
}

/** Writes the next version, with a preview. It starts from the planned version, else from the current one. */
export function LegalForm({ platform: { platformId }, versions, mayEdit, onReload }: LegalFormProps) {
  const { kind, version, current, planned } = versions
  const form = useEntryForm(Fields, { body: (planned ?? current)?.body ?? '', publishedAt: '' })
  const publish = useMutation(legal.publish, { silent: true, changes: [legal.list, legal.current, legal.read] })
  useUnsavedGuard(form.isDirty() && !publish.isPending && !publish.isSuccess)
  const next = version + 1
  const submit = form.onSubmit(async ({ body, publishedAt }) => {
    const title = say(texts.publishTitle, { version: next })
    if (!(await confirm({ title, text: texts.publishText, proceed: say(texts.publishVersion, { version: next }) })))
      return
    const fields = { body, publishedAt: publishedAt === '' ? null : momentOf(publishedAt) }
    publish.mutate(
      { platformId, kind, version, fields },
      {
        onSuccess: (saved) => toast.success(say(publishedAt === '' ? texts.published : texts.scheduled, saved)),
        onError: (problem) => void showFaults(form, problem, 'fields'),
      },
    )
  })
  return (
    <form onSubmit={submit} noValidate>
      {publish.error && publish.error.faults.length === 0 && (
        <RefusalNotice problem={publish.error} onReload={onReload} />
      )}
      <Grid columns={2} singleBelow="62em" gap={20}>
        <Textarea
          label={texts.body}
          description={say(texts.bodyHelp, { max: legal.LEGAL_TEXT_LENGTH })}
          name="body"
          autosize
          minRows={18}
          maxRows={28}
          readOnly={!mayEdit}
          withAsterisk={mayEdit}
          {...form.getInputProps('body')}
        />
        <Preview body={form.values.body} />
        {mayEdit && (
          <DateTimeInput
            label={texts.publishedAt}
            description={texts.publishedAtHelp}
            name="publishedAt"
            maw={320}
            {...form.getInputProps('publishedAt')}
          />
        )}
      </Grid>
      {mayEdit && (
        <FormActions note={form.isDirty() ? texts.unsaved : undefined}>
          <Button type="submit" loading={publish.isPending} disabled={!form.isDirty()}>
            {texts.publish}
          </Button>
        </FormActions>
      )}
    </form>
  )
}

function Preview({ body }: { body: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title id={id} as="h2" size="text" mb={6}>
        {texts.preview}
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={classes.preview} tabIndex={0}>
        {body.trim() === '' ? (
          <Note as="span" size="same">
            {texts.previewEmpty}
          </Note>
        ) : (
          <Markup text={body} />
        )}
      </div>
    </section>
  )
}
