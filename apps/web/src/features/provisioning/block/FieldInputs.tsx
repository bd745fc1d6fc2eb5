import { BlockFields, blockFieldNames } from '@simwright/contract/provisioning/block'
import type { ChangeEvent } from 'react'
import { blockTexts } from '../../../texts/block.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'

type FieldInputsProps = {
  fields: BlockFields
  onChange: (fields: BlockFields) => void
  /** In a form of their own they have room for several lines, and the first has the focus. */
  own?: 'form'
}

/** What users write about a rule: an input for each field. */
export function FieldInputs({ fields, onChange, own }: FieldInputsProps) {
  return blockFieldNames.map((name, index) => {
    const props = {
      ...blockTexts.fields[name],
      maxLength: BlockFields.shape[name].unwrap().maxLength ?? undefined,
      value: fields[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        onChange({ ...fields, [name]: event.currentTarget.value }),
    }
    if (own === undefined) return <TextInput key={name} {...props} />
    return <Textarea key={name} {...props} autosize minRows={2} data-autofocus={index === 0 || undefined} />
  })
}
