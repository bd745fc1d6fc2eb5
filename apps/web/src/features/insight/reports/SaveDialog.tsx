import { Button, Checkbox } from '@mantine/core'
import * as report from '@simwright/contract/insight/report'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { say } from '../../../texts/text.ts'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { contentOf } from './report-summary.ts'
import { reportTexts as texts } from './report-texts.ts'

type SaveDialogProps = {
  isOpen: boolean
  parameters: report.ReportParameters
  /** The saved report that is shown. */
  savedId: string | undefined
  onClose: () => void
}

/** Saves a report under a name: as a new one or, if it is the user's to change, in place of the one that is shown. */
export function SaveDialog({ isOpen, parameters, savedId, onClose }: SaveDialogProps) {
  const { data } = useAsk(report.list, {}, { enabled: isOpen && savedId !== undefined })
  const saved = data?.items.find(({ id, manageable }) => id === savedId && manageable)
  return (
    <Dialog opened={isOpen} onClose={onClose} title={texts.saveTitle} size={480}>
      <SaveForm key={saved?.version ?? 'new'} parameters={parameters} saved={saved} onClose={onClose} />
    </Dialog>
  )
}

type SaveFormProps = {
  parameters: report.ReportParameters
  /** Undefined: it can only be saved as a new one. */
  saved: report.SavedReport | undefined
  onClose: () => void
}

export function SaveForm({ parameters, saved, onClose }: SaveFormProps) {
  const [, change] = useAddress(pages.reports)
  const form = useEntryForm(report.SavedReportFields, {
    name: saved?.name ?? '',
    isShared: saved?.isShared ?? false,
    parameters,
  })
  const add = useMutation(report.add, { changes: [report.list], silent: true })
  const edit = useMutation(report.edit, { changes: [report.list], silent: true })
  const onError = (problem: Problem) => {
    if (!showFaults(form, problem, 'fields')) toast.error(problem.message)
  }
  const done = (name: string) => {
    toast.success(say(texts.saved, { name }))
    onClose()
  }
  const saveNew = form.onSubmit((values) => {
    const fields = report.SavedReportFields.parse(values)
    const onSuccess = ({ id }: { id: string }) => {
      change({ saved: id })
      done(fields.name)
    }
    add.mutate({ fields }, { onSuccess, onError })
  })
  const saveChange = form.onSubmit((values) => {
    const fields = report.SavedReportFields.parse(values)
    const { id, version } = saved!
    edit.mutate({ id, version, fields }, { onSuccess: () => done(fields.name), onError })
  })
  return (
    <Stack as="form" gap={14} onSubmit={saved ? saveChange : saveNew} noValidate>
      <Note size="small" mt={4}>
        {contentOf(parameters)}
      </Note>
      <TextInput label={texts.name} name="name" maxLength={64} data-autofocus {...form.getInputProps('name')} />
      <Checkbox label={texts.shared} name="isShared" {...form.getInputProps('isShared', { type: 'checkbox' })} />
      <Row justify="end">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        {saved && (
          <Button variant="default" loading={add.isPending} onClick={() => saveNew()}>
            {texts.saveNew}
          </Button>
        )}
        <Button type="submit" loading={saved ? edit.isPending : add.isPending}>
          {saved ? texts.saveChange : texts.save}
        </Button>
      </Row>
    </Stack>
  )
}
