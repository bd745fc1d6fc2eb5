import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import type { z } from 'zod'
import { Problem } from '../api/problem.ts'

/** A form over a schema of the contract: the page checks with the very rules that the server checks with. */
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

/** Puts the faults that the server found under their fields. Answers whether the problem named any. */
export function showFaults<T extends object>(form: UseFormReturnType<T>, problem: unknown): boolean {
  if (!(problem instanceof Problem) || problem.faults.length === 0) return false
  form.setErrors(Object.fromEntries(problem.faults.map((fault) => [fault.path, fault.text])))
  return true
}
