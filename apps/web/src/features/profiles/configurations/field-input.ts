import type { UseFormReturnType } from '@mantine/form'
import type { Field } from '@simwright/contract/field'
import { type ConfigurationValues, needsInput } from './form-values.ts'

export type Form = UseFormReturnType<ConfigurationValues>

/** An input of one field, at its path in the form. */
export type FieldInputProps<F extends Field> = { form: Form; path: string; field: F }

/** Whether a field has the mark of required ones: also if the configuration is saved without it, but generates no codes. */
export const isMarked = (field: Field): boolean => needsInput(field) || field.neededForCodes !== undefined

/** Label, help, value and error of an input. */
export const inputProps = ({ form, path, field: { label, help } }: FieldInputProps<Field>) => ({
  label,
  description: help,
  name: path,
  ...form.getInputProps(path),
})
