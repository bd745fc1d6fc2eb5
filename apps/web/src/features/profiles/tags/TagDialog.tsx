import { Button, Select } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import { groupColors } from '@simwright/contract/profiles/group'
import * as tag from '@simwright/contract/profiles/tag'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { GroupDot, GroupTag } from '../../../esim/GroupTag.tsx'
import { groupTexts } from '../../../texts/group.ts'
import { tagTexts as texts } from '../../../texts/tag.ts'
import { say } from '../../../texts/text.ts'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type DialogGuard, useDialogDirty, useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'

const colorChoices = groupColors.map((value) => ({ value, label: groupTexts.colors[value] }))

type TagDialogProps = {
  isOpen: boolean
  /** Undefined for a new tag. */
  tag: tag.Tag | undefined
  onClose: () => void
}

/** Dialog with the form of a tag. */
export function TagDialog({ isOpen, tag: saved, onClose }: TagDialogProps) {
  const guard = useDialogGuard(onClose)
  return (
    <Dialog opened={isOpen} onClose={guard.close} title={saved ? texts.editTitle : texts.addTitle} size={440}>
      <TagForm key={saved?.id ?? 'new'} saved={saved} guard={guard} onSaved={onClose} />
    </Dialog>
  )
}

type TagFormProps = { saved: tag.Tag | undefined; guard: DialogGuard; onSaved: () => void }

function TagForm({ saved, guard, onSaved }: TagFormProps) {
  const form = useEntryForm(tag.NewTag, { name: saved?.name ?? '', color: saved?.color ?? 'blue' })
  useDialogDirty(guard, form.isDirty())
  const changes = [tag.list, fleet.list, fleet.detail]
  const add = useMutation(tag.add, { changes, silent: true })
  const edit = useMutation(tag.edit, { changes, silent: true })
  const submit = form.onSubmit((values) => {
    const fields = tag.NewTag.parse(values)
    const handlers = {
      onError: (problem: Problem) => showOn(form, problem),
      onSuccess: () => {
        toast.success(say(saved ? texts.saved : texts.created, { name: fields.name }))
        guard.setDirty(false)
        onSaved()
      },
    }
    if (saved) edit.mutate({ id: saved.id, version: saved.version, fields }, handlers)
    else add.mutate({ fields }, handlers)
  })
  return (
    <Stack as="form" style={{ paddingTop: 4 }} onSubmit={submit} noValidate>
      <TextInput
        label={texts.name}
        name="name"
        maxLength={tag.TAG_NAME_MAX}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label={texts.color}
        name="color"
        data={colorChoices}
        allowDeselect={false}
        leftSection={<GroupDot color={form.getValues().color ?? null} />}
        renderOption={({ option }) => <GroupTag name={option.label} color={option.value} />}
        {...form.getInputProps('color')}
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
function showOn(form: ReturnType<typeof useEntryForm<typeof tag.NewTag>>, problem: Problem): void {
  const { message } = problem
  if (isProblem(problem, 'tag_name_used')) form.setFieldError('name', message)
  else if (!showFaults(form, problem, 'fields')) toast.error(message)
}
