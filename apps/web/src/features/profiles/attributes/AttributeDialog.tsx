import { Button, Checkbox, Select } from '@mantine/core'
import * as attribute from '@simwright/contract/profiles/attribute'
import { attributeKinds } from '@simwright/contract/profiles/attribute-value'
import * as fleet from '@simwright/contract/profiles/fleet'
import type { ReactNode } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { attributeTexts as texts } from '../../../texts/attribute.ts'
import { say } from '../../../texts/text.ts'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type DialogGuard, useDialogDirty, useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { wordOf } from './attribute-word.ts'

export const kindChoices = attributeKinds.map((value) => ({ value, label: texts.kinds[value] }))

/** Choices as they are typed, one per line. */
export const choicesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type AttributeDialogProps = {
  isOpen: boolean
  /** Undefined for a new attribute. */
  attribute: attribute.Attribute | undefined
  onClose: () => void
}

/** Dialog with the form of an attribute. */
export function AttributeDialog({ isOpen, attribute: saved, onClose }: AttributeDialogProps) {
  const guard = useDialogGuard(onClose)
  return (
    <Dialog opened={isOpen} onClose={guard.close} title={saved ? texts.editTitle : texts.addTitle} size={480}>
      <AttributeForm key={saved?.id ?? 'new'} saved={saved} guard={guard} onSaved={onClose} />
    </Dialog>
  )
}

type FormProps = { saved: attribute.Attribute | undefined; guard: DialogGuard; onSaved: () => void }

function useAttributeForm({ saved, guard, onSaved }: FormProps) {
  const form = useEntryForm(attribute.NewAttribute, {
    name: saved?.name ?? '',
    word: saved?.word ?? '',
    kind: saved?.kind ?? 'text',
    choices: saved?.choices ?? [],
    required: saved?.required ?? false,
  })
  useDialogDirty(guard, form.isDirty())
  const changes = [attribute.list, fleet.list, fleet.detail]
  const add = useMutation(attribute.add, { changes, silent: true })
  const edit = useMutation(attribute.edit, { changes, silent: true })
  const submit = form.onSubmit((values) => {
    const fields = attribute.NewAttribute.parse(values)
    const { name, choices, required } = fields
    const handlers = {
      onError: (problem: Problem) => {
        const { message } = problem
        if (isProblem(problem, 'attribute_word_used')) form.setFieldError('word', message)
        else if (!showFaults(form, problem, 'fields')) toast.error(message)
      },
      onSuccess: () => {
        toast.success(say(saved ? texts.saved : texts.created, { name }))
        guard.setDirty(false)
        onSaved()
      },
    }
    if (saved) edit.mutate({ id: saved.id, version: saved.version, fields: { name, choices, required } }, handlers)
    else add.mutate({ fields }, handlers)
  })
  return { form, submit, isPending: add.isPending || edit.isPending }
}

function AttributeForm(props: FormProps) {
  const { saved, guard } = props
  const { form, submit, isPending } = useAttributeForm(props)
  const values = form.getValues()
  const name = form.getInputProps('name')
  return (
    <Stack as="form" style={{ paddingTop: 4 }} onSubmit={submit} noValidate>
      <TextInput
        label={texts.name}
        name="name"
        maxLength={40}
        data-autofocus
        {...name}
        onChange={(event) => {
          if (!saved && values.word === wordOf(values.name))
            form.setFieldValue('word', wordOf(event.currentTarget.value))
          name.onChange(event)
        }}
      />
      {!saved && (
        <>
          <TextInput
            label={texts.word}
            description={texts.wordHelp}
            name="word"
            maxLength={32}
            {...form.getInputProps('word')}
          />
          <Select
            label={texts.kind}
            name="kind"
            data={kindChoices}
            allowDeselect={false}
            {...form.getInputProps('kind')}
          />
        </>
      )}
      {values.kind === 'choice' && (
        <ChoicesInput
          value={values.choices ?? []}
          error={form.errors.choices}
          onChange={(choices) => form.setFieldValue('choices', choices)}
        />
      )}
      <Checkbox label={texts.required} {...form.getInputProps('required', { type: 'checkbox' })} />
      <Row gap={10} justify="end">
        <Button variant="default" onClick={guard.close}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={isPending}>
          {saved ? texts.save : texts.create}
        </Button>
      </Row>
    </Stack>
  )
}

type ChoicesInputProps = { value: readonly string[]; error?: ReactNode; onChange: (choices: string[]) => void }

/** The choices, one per line. */
export function ChoicesInput({ value, error, onChange }: ChoicesInputProps) {
  return (
    <Textarea
      label={texts.choices}
      description={texts.choicesHelp}
      name="choices"
      maxLength={4_000}
      autosize
      minRows={3}
      maxRows={10}
      defaultValue={value.join('\n')}
      error={error}
      onChange={(event) => onChange(choicesOf(event.currentTarget.value))}
    />
  )
}
