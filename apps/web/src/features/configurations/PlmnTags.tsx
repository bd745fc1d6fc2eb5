import { TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ConfigurationFields } from '@simwright/contract/configuration'
import { configurationTexts } from '../../texts/configuration.ts'
import { say } from '../../texts/text.ts'
import type { ConfigurationValues } from './form-values.ts'

const texts = configurationTexts.network

type PlmnTagsProps = { form: UseFormReturnType<ConfigurationValues>; name: 'ehplmn' | 'fplmn' }

/** Networks without access technologies, one tag each, checked as they come. */
export function PlmnTags({ form, name }: PlmnTagsProps) {
  const { label, help } = configurationTexts.fields[name]
  const values = form.values[name]
  const read = ConfigurationFields.shape[name].safeParse(values)
  const faults = (read.error?.issues ?? []).map(({ path: [index], message }) =>
    typeof index === 'number' ? say(texts.entry, { value: values[index] ?? '', text: message }) : message,
  )
  return (
    <TagsInput
      label={label}
      description={help}
      data-path={name}
      splitChars={[',', ' ', ';', '\t', '\n']}
      acceptValueOnBlur
      value={values}
      onChange={(next) => form.setFieldValue(name, next.map(withoutDash))}
      error={faults.length > 0 ? faults.join(' ') : undefined}
    />
  )
}

/** `234-15` is a way to write it. */
function withoutDash(plmn: string): string {
  return plmn.replace('-', '').trim()
}
