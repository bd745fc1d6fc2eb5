import { TagsInput } from '@mantine/core'
import type { PlmnListField } from '@simwright/contract/field'
import { configurationTexts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import type { FieldInputProps } from './field-input.ts'
import { listError } from './list-error.ts'

const texts = configurationTexts.network

type PlmnTagsProps = FieldInputProps<PlmnListField> & { value: string[] }

/** Networks without access technologies, one tag each; shows errors as they are entered, else the server's errors. */
export function PlmnTags({ form, path, field: { label, help, schema }, value: values }: PlmnTagsProps) {
  const read = schema.safeParse(values)
  const entryFaults = (read.error?.issues ?? []).map(({ path: [index], message }) =>
    typeof index === 'number' ? say(texts.entry, { value: values[index] ?? '', text: message }) : message,
  )
  const error = entryFaults.length > 0 ? entryFaults.join(' ') : listError(form.errors, path)
  return (
    <TagsInput
      label={label}
      description={help}
      data-path={path}
      splitChars={[',', ' ', ';', '\t', '\n']}
      acceptValueOnBlur
      value={values}
      onChange={(next) => form.setFieldValue(path, next.map(withoutDash))}
      error={error}
    />
  )
}

/** Accepts the notation `234-15`. */
function withoutDash(plmn: string): string {
  return plmn.replace('-', '').trim()
}
