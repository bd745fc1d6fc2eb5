import { TextInput } from '@mantine/core'
import { accountTexts } from '../../../texts/account.ts'
import { FieldRow } from '../../../ui/form/FormSection.tsx'

type NameInputsProps = { inputProps: (path: 'firstName' | 'lastName') => object; autoFocus?: boolean }

/** Inputs for the first and the last name of a new user. */
export function NameInputs({ inputProps, autoFocus }: NameInputsProps) {
  return (
    <FieldRow>
      <TextInput
        label={accountTexts.firstName}
        autoComplete="given-name"
        autoFocus={autoFocus}
        withAsterisk
        name="firstName"
        {...inputProps('firstName')}
      />
      <TextInput
        label={accountTexts.lastName}
        autoComplete="family-name"
        withAsterisk
        name="lastName"
        {...inputProps('lastName')}
      />
    </FieldRow>
  )
}
