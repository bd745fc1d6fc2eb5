import { TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ConfigurationFields } from '@simwright/contract/profiles/configuration'
import { configurationTexts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import type { ConfigurationValues } from './form-values.ts'
import { listError } from './list-error.ts'

const texts = configurationTexts.network

type PlmnTagsProps = { form: UseFormReturnType<ConfigurationValues>; name: 'ehplmn' | 'fplmn' }

/** Networks without access technologies, one tag each, checked as they are entered; the server's errors show below, too. */
export function PlmnTags({ form, name }: PlmnTagsProps) {
  const { label, help } = configurationTexts.fields[name]
  const values = form.values[name]
  const read = ConfigurationFields.shape[name].safeParse(values)
  const entryFaults = (read.error?.issues ?? []).map(({ path: [index], message }) =>
    typeof index === 'number' ? say(texts.entry, { value: values[index] ?? '', text: message }) : message,
  )
  const error = entryFaults.length > 0 ? entryFaults.join(' ') : listError(form.errors, name)
  return (
    <TagsInput
      label={label}
      description={help}
      data-path={name}
      splitChars={[',', ' ', ';', '\t', '\n']}
      acceptValueOnBlur
      value={values}
      onChange={(next) => form.setFieldValue(name, next.map(withoutDash))}
      error={error}
    />
  )
}

/** `234-15` is a way to write it. */
function withoutDash(plmn: string): string {
  return plmn.replace('-', '').trim()
}
