import { Select } from '@mantine/core'
import { notationLength } from '@simwright/contract/notation'
import { confirmationChoices, type OperationOf } from '@simwright/contract/provisioning/operation-kind'
import { operationTexts } from '../../../texts/operation.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'

const texts = operationTexts.confirmation

type Confirmation = Omit<OperationOf<'CONFIRMATION'>, 'kind'>

const LENGTHS = ['4', '5', '6', '7', '8']
const LENGTH = '6'

/** The value is the mode, a space, and the code or its number of digits. */
const parse = (value: string): { mode: Confirmation['mode']; argument: string } => {
  const [mode = '', argument = ''] = value.split(' ')
  return { mode: confirmationChoices.find((choice) => choice === mode) ?? 'random', argument }
}

/** Undefined while a fixed code is missing or invalid. */
export function confirmationOf(value: string): Confirmation | undefined {
  const { mode, argument } = parse(value)
  if (mode === 'fixed') return /^\d{4,8}$/.test(argument) ? { mode, code: argument } : undefined
  return mode === 'random' ? { mode, digits: Number(argument || LENGTH) } : { mode }
}

type ConfirmationFieldsProps = { value: string; onChange: (value: string) => void }

/** Chooses the confirmation code of all selected profiles. */
export function ConfirmationFields({ value, onChange }: ConfirmationFieldsProps) {
  const { mode, argument } = parse(value)
  return (
    <>
      <Select
        label={texts.mode}
        data={confirmationChoices.map((choice) => ({ value: choice, label: texts.modes[choice] }))}
        value={mode}
        onChange={(choice) => onChange(choice ?? '')}
        allowDeselect={false}
        data-autofocus
      />
      {mode === 'fixed' && (
        <TextInput
          label={texts.code}
          description={texts.codeHelp}
          inputMode="numeric"
          autoComplete="off"
          maxLength={notationLength(8)}
          value={argument}
          onChange={(event) => onChange(`fixed ${event.currentTarget.value.replace(/\D/g, '')}`)}
        />
      )}
      {mode === 'random' && (
        <Select
          label={texts.digits}
          description={texts.digitsHelp}
          data={LENGTHS}
          value={argument || LENGTH}
          onChange={(length) => onChange(`random ${length ?? LENGTH}`)}
          allowDeselect={false}
        />
      )}
    </>
  )
}
