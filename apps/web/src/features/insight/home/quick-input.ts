import type { UseFormReturnType } from '@mantine/form'
import type { QuickValues } from './quick-values.ts'

export type QuickFields = { form: UseFormReturnType<QuickValues> }

/** The error of a value, or of the first faulty entry in it. */
export const errorAt = ({ errors }: QuickFields['form'], path: keyof QuickValues) =>
  errors[path] ?? Object.entries(errors).find(([at]) => at.startsWith(`${path}.`))?.[1]

/** Label, help, value and error of an input of quick generate. */
export const quickInput = (
  form: QuickFields['form'],
  path: keyof QuickValues,
  { label, help }: { label: string; help: string },
) => ({
  label,
  description: help,
  name: path,
  autoComplete: 'off',
  spellCheck: false,
  ...form.getInputProps(path),
  error: errorAt(form, path),
})
