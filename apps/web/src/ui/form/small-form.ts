import { type ChangeEvent, type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { errorsOf } from './faults.ts'
import { isRequiredIn } from './required-field.ts'

/**
 * `useEntryForm` for a few texts, without the library for forms: for the sign-in page, which every visitor loads first.
 * A field is validated when it is left, all when the form is submitted.
 */
export function useSmallForm<Name extends string>(
  schema: z.ZodType<Record<Name, string>, Record<Name, string>>,
  initial: Record<Name, string>,
) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const faults = () => {
    const issues = schema.safeParse(values).error?.issues ?? []
    return errorsOf(issues.map(({ path, message }) => ({ path: path.join('.'), text: message })))
  }
  const setFieldValue = (name: Name, value: string) => {
    setErrors((before) => ({ ...before, [name]: undefined }))
    setValues((before) => ({ ...before, [name]: value }))
  }
  return {
    values,
    setErrors,
    setFieldValue,
    getInputProps: (name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      withAsterisk: isRequiredIn(schema, name),
      onChange: (event: ChangeEvent<HTMLInputElement>) => setFieldValue(name, event.currentTarget.value),
      onBlur: () => setErrors((before) => ({ ...before, [name]: faults()[name] })),
    }),
    onSubmit: (send: (values: Record<Name, string>) => void) => (event: FormEvent) => {
      event.preventDefault()
      const found = faults()
      setErrors(found)
      if (Object.keys(found).length === 0) send(values)
    },
  }
}
