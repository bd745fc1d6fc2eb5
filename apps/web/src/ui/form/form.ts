import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import { inputValue, withValueAt } from './form-value.ts'
import { isRequiredIn } from './required-field.ts'

export { errorsOf, showFaults } from './faults.ts'

/**
 * A form that validates with a schema of the contract, the same that the server uses. Setting a field copies only the
 * objects on its path (the library copies all values), so long lists do not delay typing, and inputs whose value is
 * still the same object need not be rendered. Fields that the schema requires are marked.
 */
export function useEntryForm<Schema extends z.ZodType<object, object>>(
  schema: Schema,
  initialValues: z.input<Schema>,
): UseFormReturnType<z.input<Schema>> {
  type Values = z.input<Schema>
  const [required] = useState(() => requiredFields(schema))
  const form = useForm<Values>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
    // a set field clears its own error only: see setField
    clearInputErrorOnChange: false,
    enhanceGetInputProps: ({ field }) => ({
      onChange: (input: unknown) => setField(String(field), inputValue(input)),
      ...(required(String(field)) ? { withAsterisk: true } : {}),
    }),
  })
  const setField = (path: string, value: unknown) => {
    const [name = '', ...rest] = path.split('.')
    const changed = withValueAt(Reflect.get(form.getValues(), name), rest, value)
    form.clearFieldError(path)
    // cast, because the type of the value is lost with the path
    form.setValues({ [name]: changed } as Partial<Values>)
  }
  return {
    ...form,
    setFieldValue: (path, value) => setField(String(path), value),
    setValues: (values) => {
      form.clearErrors()
      form.setValues(values)
    },
  }
}

/** A function that says whether a field is required; each is looked up in the schema once. */
function requiredFields(schema: z.ZodType): (path: string) => boolean {
  const known = new Map<string, boolean>()
  return (path) => {
    const found = known.get(path) ?? isRequiredIn(schema, path)
    known.set(path, found)
    return found
  }
}
