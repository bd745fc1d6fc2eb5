import { TagsInput } from '@mantine/core'
import type { PlmnListField, WordListField } from '@simwright/contract/field'
import { configurationTexts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import type { FieldInputProps } from './field-input.ts'
import { listError } from './list-error.ts'

const texts = configurationTexts.network

type WordTagsProps = FieldInputProps<WordListField | PlmnListField> & {
  value: string[]
  /** Changes each entry that is typed. */
  tidy?: (entry: string) => string
}

/** Short texts, one tag each; shows errors as they are entered, else the server's errors. */
export function WordTags({ form, path, field, value: values, tidy = trimmed }: WordTagsProps) {
  const { label, help, schema } = field
  const suggested = field.kind === 'words' ? field.suggested : undefined
  const read = schema.safeParse(values)
  const entryFaults = (read.error?.issues ?? []).map(({ path: [index], message }) =>
    typeof index === 'number' ? say(texts.entry, { value: values[index] ?? '', text: message }) : message,
  )
  const error = entryFaults.length > 0 ? entryFaults.join(' ') : listError(form.errors, path)
  return (
    <TagsInput
      label={label}
      withAsterisk={field.isRequired}
      description={help}
      data-path={path}
      data={suggested}
      splitChars={[',', ' ', ';', '\t', '\n']}
      acceptValueOnBlur
      value={values}
      onChange={(next) => form.setFieldValue(path, next.map(tidy))}
      error={error}
    />
  )
}

const trimmed = (entry: string) => entry.trim()
