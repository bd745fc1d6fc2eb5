import { Select } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import * as announcement from '@simwright/contract/platform/announcement'
import * as platforms from '@simwright/contract/platform/white-label'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { useLastDefined } from '../../../base/last-defined.ts'
import { localOf, momentOf } from '../../../base/time.ts'
import { announcementView } from '../../../brand/announcement-view.ts'
import { announcementTexts } from '../../../texts/announcement.ts'
import { say } from '../../../texts/text.ts'
import { DateTimeInput } from '../../../ui/form/DateInput.tsx'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { FieldRow } from '../../../ui/form/FormSection.tsx'
import { showFaults } from '../../../ui/form/form.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type DialogGuard, useDialogDirty, useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { MessageStrip } from '../../../ui/page/MessageStrip.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './AnnouncementDialog.module.css'

const texts = announcementTexts.admin.form

type AnnouncementDialogProps = {
  /** Undefined while the dialog is closed. */
  announcement: announcement.Announcement | 'new' | undefined
  onClose: () => void
}

/** Writes or edits an announcement, with a preview. */
export function AnnouncementDialog({ announcement: open, onClose }: AnnouncementDialogProps) {
  const shown = useLastDefined(open)
  const current = shown === 'new' ? undefined : shown
  const { data } = useAsk(platforms.list, {}, { enabled: open !== undefined })
  const guard = useDialogGuard(onClose)
  return (
    <Dialog
      opened={open !== undefined}
      onClose={guard.close}
      title={current ? texts.titleEdit : texts.titleAdd}
      size={600}
    >
      {shown && data && (
        <AnnouncementForm
          key={current?.id}
          current={current}
          platforms={data.items}
          guard={guard}
          onClose={guard.finish}
        />
      )}
    </Dialog>
  )
}

type FormProps = {
  current: announcement.Announcement | undefined
  platforms: readonly platforms.PlatformRow[]
  guard: DialogGuard
  onClose: () => void
}

/** Times are local times of the user; empty inputs are empty texts. */
type Values = {
  kind: announcement.AnnouncementKind
  text: string
  link: string
  startsAt: string
  endsAt: string
  platformId: string
}

const valuesOf = (current: announcement.Announcement | undefined): Values => ({
  kind: current?.kind ?? 'INFO',
  text: current?.text ?? '',
  link: current?.link ?? '',
  startsAt: current ? localOf(current.startsAt) : '',
  endsAt: current?.endsAt ? localOf(current.endsAt) : '',
  platformId: current?.platformId ?? '',
})

const fieldsOf = ({ kind, text, link, startsAt, endsAt, platformId }: Values) => ({
  kind,
  text,
  link: link.trim() === '' ? null : link.trim(),
  startsAt: startsAt === '' ? null : momentOf(startsAt),
  endsAt: endsAt === '' ? null : momentOf(endsAt),
  platformId: platformId === '' ? null : platformId,
})

type Form = UseFormReturnType<Values>

/** Publishes or saves the announcement of the form. */
function useSubmit(form: Form, current: FormProps['current'], onDone: () => void) {
  const changes = [announcement.list, announcement.current]
  const add = useMutation(announcement.add, { changes, silent: true })
  const edit = useMutation(announcement.edit, { changes, silent: true })
  const submit = form.onSubmit((values) => {
    const checked = announcement.AnnouncementFields.safeParse(fieldsOf(values))
    form.clearErrors()
    if (!checked.success)
      return form.setErrors(Object.fromEntries(checked.error.issues.map(({ path, message }) => [path[0], message])))
    const done = (text: string) => () => {
      toast.success(text)
      onDone()
    }
    const onError = (problem: Problem) => {
      if (!showFaults(form, problem, 'fields')) form.setErrors({ text: problem.message })
    }
    if (current) {
      const { id, version } = current
      edit.mutate({ id, version, fields: checked.data }, { onSuccess: done(texts.saved), onError })
    } else add.mutate({ fields: checked.data }, { onSuccess: done(texts.published), onError })
  })
  return { submit, isPending: add.isPending || edit.isPending }
}

function AnnouncementForm({ current, platforms: offered, guard, onClose }: FormProps) {
  const form = useForm<Values>({ initialValues: valuesOf(current) })
  useDialogDirty(guard, form.isDirty())
  const { submit, isPending } = useSubmit(form, current, onClose)
  return (
    <DialogForm
      onSubmit={submit}
      submit={current ? texts.save : texts.publish}
      isPending={isPending}
      onCancel={guard.close}
    >
      <Textarea
        label={texts.text}
        description={say(texts.textHelp, { max: announcement.ANNOUNCEMENT_LENGTH })}
        name="text"
        withAsterisk
        autosize
        minRows={3}
        maxRows={10}
        maxLength={announcement.ANNOUNCEMENT_LENGTH}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <KindAndPlatform form={form} offered={offered} />
      <FieldRow>
        <DateTimeInput
          label={texts.startsAt}
          description={texts.startsHelp}
          name="startsAt"
          {...form.getInputProps('startsAt')}
        />
        <DateTimeInput
          time="23:59"
          label={texts.endsAt}
          description={texts.endsHelp}
          name="endsAt"
          {...form.getInputProps('endsAt')}
        />
      </FieldRow>
      <TextInput
        type="url"
        label={texts.link}
        description={texts.linkHelp}
        placeholder="https://"
        name="link"
        maxLength={500}
        {...form.getInputProps('link')}
      />
      <Preview {...form.values} />
    </DialogForm>
  )
}

type KindAndPlatformProps = { form: Form; offered: readonly platforms.PlatformRow[] }

/** The kind of the announcement; where it is shown, if there are several platforms. */
function KindAndPlatform({ form, offered }: KindAndPlatformProps) {
  return (
    <FieldRow>
      <Select
        label={texts.kind}
        data={announcement.announcementKinds.map((value) => ({ value, label: announcementTexts.kinds[value] }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      {offered.length > 1 && (
        <Select
          label={texts.platform}
          data={[
            { value: '', label: announcementTexts.admin.all },
            ...offered.map(({ id, appName }) => ({ value: id, label: appName })),
          ]}
          allowDeselect={false}
          {...form.getInputProps('platformId')}
        />
      )}
    </FieldRow>
  )
}

function Preview({ kind, text, link }: Pick<Values, 'kind' | 'text' | 'link'>) {
  if (text.trim() === '') return null
  return (
    <div>
      <div className="field-label">{texts.preview}</div>
      <div className={classes.preview}>
        <MessageStrip {...announcementView({ kind, text, link: link.startsWith('https://') ? link : null })} />
      </div>
    </div>
  )
}
