import { type FormErrors, schemaResolver, type UseFormReturnType } from '@mantine/form'
import { type SyntheticEvent, useEffect, useState } from 'react'
import type { z } from 'zod'
import type { Problem } from '../../api/problem.ts'
import { errorsOf } from './form.ts'
import { useSavedForm } from './form-saved.ts'
import { valueAt, withValueAt } from './form-value.ts'
import { useUnsavedGuard } from './unsaved.ts'

/** What a section shows of its own save. */
export type SectionSave = {
  isDirty: boolean
  isSaving: boolean
  /** Another section is being saved: the next save needs the version that this one yields. */
  isBlocked: boolean
  /** The refusal of the section's last save that names no field. */
  problem: Problem | undefined
  onReload: (() => void) | undefined
  onSubmit: (event: SyntheticEvent) => void
}

type SectionSaves<Values, Name extends string> = {
  schema: z.ZodType<object, object>
  form: UseFormReturnType<Values>
  /** The stored values. */
  saved: Values
  /** The paths of the fields of each section; a path includes the fields below it. */
  sections: Readonly<Partial<Record<Name, readonly string[]>>>
  isSaving: boolean
  problem: Problem | null
  /** The property of the input that the form edits, as in `showFaults`. */
  within?: string
  /** The path in the form of a faulty field of a section's call; by default the same. */
  fieldOf?: (path: string, section: Name) => string
  /** Saves the stored values with those of one section. */
  onSave: (values: Values, section: Name) => void
  onReload?: (() => void) | undefined
}

/**
 * The saves of a form whose sections are saved one by one. A save sends and validates the entries of its section only;
 * entries of the other sections stay as unsaved changes. Asks before the user leaves with unsaved changes.
 */
export function useSectionSaves<Values extends object, Name extends string>(
  options: SectionSaves<Values, Name>,
): (name: Name) => SectionSave {
  const { schema, form, saved, sections, isSaving, problem, within, fieldOf, onSave, onReload } = options
  const [current, setCurrent] = useState<Name>()
  const setSentValues = useSavedForm(form, saved)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each refusal
  useEffect(() => {
    if (problem === null) return
    // what was refused is still an unsaved change
    setSentValues(saved)
    if (problem.faults.length === 0) return
    const errors = Object.entries(errorsOf(problem.faults, within)).map(([path, text]): [string, string] => [
      fieldOf && current ? fieldOf(path, current) : path,
      text,
    ])
    form.setErrors(Object.fromEntries(errors))
  }, [problem])
  const pathsOf = (name: Name): readonly string[] => sections[name] ?? []
  const isDirty = (name: Name) =>
    pathsOf(name).some((path) => !isSame(valueAt(form.values, path), valueAt(saved, path)))
  const names = Object.keys(sections) as Name[]
  useUnsavedGuard(names.some((name) => isDirty(name) && !(isSaving && name === current)))
  const save = (name: Name) => {
    const values = pathsOf(name).reduce<unknown>(
      (merged, path) => withValueAt(merged, path.split('.'), valueAt(form.values, path)),
      saved,
    ) as Values
    const errors = schemaResolver(schema, { sync: true })(values as Record<string, unknown>) as FormErrors
    form.setErrors(errors)
    if (Object.keys(errors).length > 0) return
    setCurrent(name)
    setSentValues(values)
    onSave(values, name)
  }
  return (name) => ({
    isDirty: isDirty(name),
    isSaving: isSaving && name === current,
    isBlocked: isSaving && name !== current,
    problem: name === current && problem?.faults.length === 0 ? problem : undefined,
    onReload,
    onSubmit: (event) => {
      event.preventDefault()
      save(name)
    },
  })
}

/** An emptied input is the same as a value that was never entered. */
const textOf = (value: unknown) => JSON.stringify(value, (_, part: unknown) => (part === '' ? null : part))

const isSame = (one: unknown, other: unknown) => textOf(one ?? null) === textOf(other ?? null)
