import type { FieldTable } from '@simwright/contract/field'
import { fieldsInFormOrder } from '@simwright/contract/profiles/configuration-field'

/** Errors by path, in the order of the fields in the form; entries of a list stay in their order. */
export function inFormOrder<T>(errors: Readonly<Record<string, T>>): Record<string, T> {
  const position = (path: string) => paths.findIndex((one) => path === one || path.startsWith(`${one}.`))
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => position(a) - position(b)))
}

const paths = pathsOf(fieldsInFormOrder)

function pathsOf(table: FieldTable): string[] {
  return Object.entries(table).flatMap(([name, field]) =>
    field.kind === 'group' ? [...pathsOf(field.fields).map((path) => `${name}.${path}`), name] : [name],
  )
}
