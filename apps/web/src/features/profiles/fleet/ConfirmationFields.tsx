import { Select, TextInput } from '@mantine/core'
import { confirmationChoices, type OperationOf } from '@simwright/contract/provisioning/operation-kind'
import { operationTexts } from '../../../texts/operation.ts'

const texts = operationTexts.confirmation

type Confirmation = Omit<OperationOf<'CONFIRMATION'>, 'kind'>

const LENGTHS = ['4', '5', '6', '7', '8']
const LENGTH = '6'

/** The choice, a blank, and the code or its length. */
const parse = (value: string): { mode: Confirmation['mode']; given: string } => {
  const [mode = '', given = ''] = value.split(' ')
  return { mode: confirmationChoices.find((choice) => choice === mode) ?? 'random', given }
}

/** Undefined while a fixed code is missing. */
export function confirmationOf(value: string): Confirmation | undefined {
  const { mode, given } = parse(value)
  if (mode === 'fixed') return /^\d{4,8}$/.test(given) ? { mode, code: given } : undefined
  return mode === 'random' ? { mode, digits: Number(given || LENGTH) } : { mode }
}

type ConfirmationFieldsProps = { value: string; onChange: (value: string) => void }

/** Which confirmation code all of them get. */
export function ConfirmationFields({ value, onChange }: ConfirmationFieldsProps) {
  const { mode, given } = parse(value)
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
          maxLength={8}
          value={given}
          onChange={(event) => onChange(`fixed ${event.currentTarget.value.replace(/\D/g, '')}`)}
        />
      )}
      {mode === 'random' && (
        <Select
          label={texts.digits}
          description={texts.digitsHelp}
          data={LENGTHS}
          value={given || LENGTH}
          onChange={(length) => onChange(`random ${length ?? LENGTH}`)}
          allowDeselect={false}
        />
      )}
    </>
  )
}
