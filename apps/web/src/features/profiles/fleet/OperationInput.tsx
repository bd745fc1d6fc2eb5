import {
  type KindInput,
  Operation,
  type OperationKind,
  operationRow,
} from '@simwright/contract/provisioning/operation-kind'
import { momentOf } from '../../../base/time.ts'
import { DateTimeInput } from '../../../ui/form/DateInput.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { AttributeFields, attributeOf } from './AttributeFields.tsx'
import { ConfirmationFields, confirmationOf } from './ConfirmationFields.tsx'
import { GroupSelect } from './GroupSelect.tsx'
import { TagSelect } from './TagSelect.tsx'

type OperationInputProps = { input: KindInput; value: string; onChange: (value: string) => void }

/** The control for the input of an operation; its value is one string. */
export function OperationInput({ input, value, onChange }: OperationInputProps) {
  switch (input.control) {
    case 'text':
      return (
        <Textarea
          label={input.label}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'eid':
      return (
        <TextInput
          label={input.label}
          inputMode="numeric"
          data-autofocus
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'group':
      return <GroupSelect label={input.label} value={value} onChange={onChange} />
    case 'tag':
      return <TagSelect label={input.label} value={value} isNewAllowed={input.isNewAllowed} onChange={onChange} />
    case 'time':
      return (
        <DateTimeInput label={input.label} description={input.help} data-autofocus value={value} onChange={onChange} />
      )
    case 'attribute':
      return <AttributeFields value={value} onChange={onChange} />
    case 'confirmation':
      return <ConfirmationFields value={value} onChange={onChange} />
  }
}

type Values = Readonly<Record<string, unknown>>

/** The fields of the operation's schema; undefined while input is missing. */
function valuesOf(input: KindInput, value: string): Values | undefined {
  const text = value.trim()
  switch (input.control) {
    case 'text':
      return { [input.field]: text }
    case 'eid': {
      const eid = text.replace(/\s/g, '')
      return eid.length === 32 ? { [input.field]: eid } : undefined
    }
    case 'group':
      return text === '' ? undefined : { [input.field]: text === 'none' ? null : text }
    case 'tag':
      return text === '' ? undefined : { [input.field]: text }
    case 'time':
      return { [input.field]: text === '' ? null : momentOf(text) }
    case 'attribute':
      return attributeOf(value)
    case 'confirmation':
      return confirmationOf(value)
  }
}

/** Values for the preview: without secrets and free text, so that typing does not make the server count again. */
function previewedValues(input: KindInput, values: Values): Values {
  switch (input.control) {
    case 'text':
      return { [input.field]: '' }
    case 'confirmation':
      return { ...values, code: undefined }
    case 'attribute':
    case 'eid':
    case 'group':
    case 'tag':
    case 'time':
      return values
  }
}

/** The operation to start and the one to preview; undefined while input is missing. */
export function operationOf(
  kind: OperationKind,
  value: string,
): { operation: Operation; previewed: Operation } | undefined {
  const { input } = operationRow(kind)
  const values = input ? valuesOf(input, value) : {}
  if (!values) return undefined
  const operation = Operation.safeParse({ ...values, kind })
  const previewed = Operation.safeParse({ ...(input ? previewedValues(input, values) : {}), kind })
  return operation.success && previewed.success ? { operation: operation.data, previewed: previewed.data } : undefined
}
