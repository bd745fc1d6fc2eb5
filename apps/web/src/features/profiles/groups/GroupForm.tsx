import { Button, Select } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { groupTexts as texts } from '../../../texts/group.ts'
import { say } from '../../../texts/text.ts'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type DialogGuard, useDialogDirty } from '../../../ui/form/unsaved.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { toast } from '../../../ui/toast.ts'

const colorChoices = group.groupColors.map((value) => ({ value, label: texts.colors[value] }))

type GroupFormProps = {
  /** Undefined for a new group. */
  group: group.Group | undefined
  guard: DialogGuard
  onSaved: (id: string) => void
}

export function GroupForm({ group: saved, guard, onSaved }: GroupFormProps) {
  const form = useEntryForm(group.NewGroup, {
    name: saved?.name ?? '',
    color: saved?.color ?? 'blue',
    notes: saved?.notes ?? '',
  })
  useDialogDirty(guard, form.isDirty())
  const changes = [group.list, group.get, fleet.list, fleet.detail]
  const add = useMutation(group.add, { changes, silent: true })
  const edit = useMutation(group.edit, { changes, silent: true })
  const done = (id: string, name: string) => {
    toast.success(say(saved ? texts.saved : texts.created, { name }))
    guard.setDirty(false)
    onSaved(id)
  }
  const submit = form.onSubmit((values) => {
    const fields = group.NewGroup.parse(values)
    const handlers = { onError: (problem: Problem) => showOn(form, problem) }
    if (saved) {
      const { id, version } = saved
      edit.mutate({ id, version, fields }, { ...handlers, onSuccess: () => done(id, fields.name) })
    } else add.mutate({ fields }, { ...handlers, onSuccess: ({ id }) => done(id, fields.name) })
  })
  return (
    <Stack as="form" style={{ paddingTop: 4 }} onSubmit={submit} noValidate>
      <TextInput label={texts.name} name="name" maxLength={64} data-autofocus {...form.getInputProps('name')} />
      <Select
        label={texts.color}
        name="color"
        data={colorChoices}
        allowDeselect={false}
        {...form.getInputProps('color')}
      />
      <Textarea
        label={texts.notes}
        name="notes"
        maxLength={500}
        autosize
        minRows={2}
        maxRows={12}
        {...form.getInputProps('notes')}
      />
      <Row gap={10} justify="end">
        <Button variant="default" onClick={guard.close}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={add.isPending || edit.isPending}>
          {saved ? texts.save : texts.create}
        </Button>
      </Row>
    </Stack>
  )
}

/** Shows a refusal at its field; a name that is used at the name. */
function showOn(form: ReturnType<typeof useEntryForm<typeof group.NewGroup>>, problem: Problem): void {
  const { message } = problem
  if (isProblem(problem, 'group_name_used')) form.setFieldError('name', message)
  else if (!showFaults(form, problem, 'fields')) toast.error(message)
}
