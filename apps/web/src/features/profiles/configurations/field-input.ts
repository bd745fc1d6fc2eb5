import type { UseFormReturnType } from '@mantine/form'
import type { Field } from '@simwright/contract/field'
import type { ConfigurationValues } from './form-values.ts'

export type Form = UseFormReturnType<ConfigurationValues>

/** An input of one field, at its path in the form. */
export type FieldInputProps<F extends Field> = { form: Form; path: string; field: F }

/** Label, help, value and error of an input. */
export const inputProps = ({ form, path, field: { label, help } }: FieldInputProps<Field>) => ({
  label,
  description: help,
  name: path,
  ...form.getInputProps(path),
})
