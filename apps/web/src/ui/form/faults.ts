import { Problem } from '../../api/problem.ts'

type FormWithErrors = { setErrors: (errors: Record<string, string>) => void }

/**
 * Shows the server's faults under their fields. Returns whether the problem has any. `within` is the property of the
 * input that the form edits (`fields`).
 */
export function showFaults(form: FormWithErrors, problem: unknown, within?: string): boolean {
  if (!(problem instanceof Problem) || problem.faults.length === 0) return false
  form.setErrors(errorsOf(problem.faults, within))
  return true
}

type FaultText = { readonly path: string; readonly text: string }

/** The text of each faulty field; several texts of one field are on lines of their own. */
export function errorsOf(faults: readonly FaultText[], within?: string): Record<string, string> {
  const pathOf = (path: string) => (within && path.startsWith(`${within}.`) ? path.slice(within.length + 1) : path)
  const byPath = Map.groupBy(faults, ({ path }) => pathOf(path))
  return Object.fromEntries(
    [...byPath].map(([path, same]) => [path, [...new Set(same.map(({ text }) => text))].join('\n')]),
  )
}
