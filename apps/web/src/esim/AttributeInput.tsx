import { Select } from '@mantine/core'
import type { Attribute } from '@simwright/contract/profiles/attribute'
import { ATTRIBUTE_LINK_MAX, ATTRIBUTE_TEXT_MAX, readAttribute } from '@simwright/contract/profiles/attribute-value'
import { DateInput } from '../ui/form/DateInput.tsx'
import { TextInput } from '../ui/form/TextInput.tsx'

type AttributeInputProps = {
  attribute: Attribute
  label: string
  /** `spoken`: the place says what is entered. */
  labelIs?: 'spoken'
  /** The server's error. */
  error?: string | undefined
  value: string
  onChange: (value: string) => void
}

/** Why a value does not fit; undefined if it fits, or is empty. */
export function attributeFault(attribute: Attribute, value: string): string | undefined {
  if (value.trim() === '') return undefined
  const read = readAttribute(attribute, value)
  return 'fault' in read ? read.fault : undefined
}

/** The input of a value, as the type of the attribute needs it. */
export function AttributeInput({ attribute, label, labelIs, error, value, onChange }: AttributeInputProps) {
  const { kind, choices, required } = attribute
  const names = labelIs ? { 'aria-label': label } : { label, withAsterisk: required }
  if (kind === 'choice')
    return (
      <Select
        {...names}
        error={error}
        data={choices}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
        clearable={!required}
        searchable
      />
    )
  if (kind === 'date')
    return (
      <DateInput label={label} withAsterisk={required && !labelIs} error={error} value={value} onChange={onChange} />
    )
  return (
    <TextInput
      {...names}
      inputMode={kind === 'number' ? 'decimal' : kind === 'link' ? 'url' : undefined}
      maxLength={kind === 'link' ? ATTRIBUTE_LINK_MAX : ATTRIBUTE_TEXT_MAX}
      error={attributeFault(attribute, value) ?? error}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
