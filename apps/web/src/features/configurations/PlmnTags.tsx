import { TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { configurationTexts } from '../../texts/configuration.ts'
import { say } from '../../texts/text.ts'
import type { ConfigurationValues } from './form-values.ts'

type PlmnTagsProps = { form: UseFormReturnType<ConfigurationValues>; name: 'ehplmn' | 'fplmn' }

/** Networks without access technologies, one tag each. */
export function PlmnTags({ form, name }: PlmnTagsProps) {
  const { label, help } = configurationTexts.fields[name]
  const values = form.values[name]
  const faults = Object.entries(form.errors).flatMap(([path, error]) => {
    if (path === name) return [String(error)]
    const index = path.startsWith(`${name}.`) ? Number(path.slice(name.length + 1)) : undefined
    return index === undefined
      ? []
      : [say(configurationTexts.network.entry, { value: values[index] ?? '', text: String(error) })]
  })
  return (
    <TagsInput
      label={label}
      description={help}
      name={name}
      splitChars={[',', ' ', ';', '\t', '\n']}
      acceptValueOnBlur
      value={values}
      onChange={(next) =>
        form.setFieldValue(
          name,
          next.map((plmn) => plmn.replace('-', '').trim()),
        )
      }
      onBlur={() => form.validateField(name)}
      error={faults.length > 0 ? faults.join(' ') : undefined}
    />
  )
}
