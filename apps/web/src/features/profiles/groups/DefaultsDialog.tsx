import { Button, NumberInput, Select, Skeleton } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import type { Group } from '@simwright/contract/profiles/group'
import * as groupDefault from '@simwright/contract/profiles/group-default'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { ConfigurationSelect } from '../../../esim/ConfigurationSelect.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { groupDefaultTexts as texts } from '../../../texts/group-default.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { type DialogGuard, useDialogDirty, useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { toast } from '../../../ui/toast.ts'

type DefaultsDialogProps = { isOpen: boolean; group: Group; onClose: () => void }

/** Dialog with what a group sets for new profiles, and for codes that are sent from it. */
export function DefaultsDialog({ isOpen, group, onClose }: DefaultsDialogProps) {
  const guard = useDialogGuard(onClose)
  const { data, error, refetch } = useAsk(groupDefault.get, { id: group.id }, { enabled: isOpen })
  return (
    <Dialog opened={isOpen} onClose={guard.close} title={say(texts.title, { name: group.name })} size={520}>
      {data ? (
        <DefaultsForm key={data.version} group={group} stored={data} guard={guard} onSaved={onClose} />
      ) : error ? (
        <ErrorState problem={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Dialog>
  )
}

type FormProps = {
  group: Group
  stored: OutputOf<typeof groupDefault.get>
  guard: DialogGuard
  onSaved: () => void
}

function DefaultsForm({ group: { id, name }, stored: { defaults, version }, guard, onSaved }: FormProps) {
  const form = useEntryForm(groupDefault.GroupDefaults, defaults)
  useDialogDirty(guard, form.isDirty())
  const save = useMutation(groupDefault.set, {
    changes: [groupDefault.get],
    silent: true,
    onSuccess: () => {
      toast.success(say(texts.saved, { name }))
      guard.setDirty(false)
      onSaved()
    },
  })
  const refuse = (problem: Problem) => showFaults(form, problem, 'defaults') || toast.error(problem.message)
  const submit = form.onSubmit((values) => save.mutate({ id, version, defaults: values }, { onError: refuse }))
  return (
    <Stack as="form" style={{ paddingTop: 4 }} onSubmit={submit} noValidate>
      <Note>{texts.text}</Note>
      <DefaultFields form={form} />
      <Row gap={10} justify="end">
        <Button variant="default" onClick={guard.close}>
          {uiTexts.cancel}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {texts.save}
        </Button>
      </Row>
    </Stack>
  )
}

function DefaultFields({ form }: { form: ReturnType<typeof useEntryForm<typeof groupDefault.GroupDefaults>> }) {
  const mayStyle = useAllowed('Fleet_View')
  const presets = useAsk(delivery.presets, {}, { enabled: mayStyle }).data?.items ?? []
  return (
    <>
      <ConfigurationSelect
        label={texts.configuration}
        name="configurationId"
        value={form.values.configurationId ?? undefined}
        onChange={(next) => form.setFieldValue('configurationId', next ?? null)}
        error={form.errors.configurationId}
        isOptional
      />
      <NumberInput
        label={texts.recycleDays}
        description={texts.recycleDaysHelp}
        allowDecimal={false}
        allowNegative={false}
        value={form.values.recycleDays ?? ''}
        onChange={(days) => form.setFieldValue('recycleDays', days === '' ? null : Number(days))}
        error={form.errors.recycleDays}
      />
      <Textarea
        label={texts.mailMessage}
        description={texts.mailMessageHelp}
        maxLength={groupDefault.GROUP_MAIL_MAX}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('mailMessage')}
      />
      <Select
        label={texts.qrPreset}
        description={texts.qrPresetHelp}
        data={presets.map((one) => ({ value: one.id, label: one.name }))}
        value={form.values.qrPresetId ?? null}
        onChange={(next) => form.setFieldValue('qrPresetId', next)}
        clearable
      />
    </>
  )
}
