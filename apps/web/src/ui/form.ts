import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import type { z } from 'zod'
import { Problem } from '../api/problem.ts'

/** A form that validates with a schema of the contract, the same that the server uses. */
export function useEntryForm<Schema extends z.ZodType<object, object>>(
  schema: Schema,
  initialValues: z.input<Schema>,
): UseFormReturnType<z.input<Schema>> {
  return useForm<z.input<Schema>>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
  })
}

/**
 * Shows the server's faults under their fields. Returns whether the problem has any. `within` is the property of the
 * input that the form edits (`fields`).
 */
export function showFaults<T extends object>(form: UseFormReturnType<T>, problem: unknown, within?: string): boolean {
  if (!(problem instanceof Problem) || problem.faults.length === 0) return false
  const pathOf = (path: string) => (within && path.startsWith(`${within}.`) ? path.slice(within.length + 1) : path)
  form.setErrors(Object.fromEntries(problem.faults.map((fault) => [pathOf(fault.path), fault.text])))
  return true
}
