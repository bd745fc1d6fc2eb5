import type { z } from 'zod'
import { isValues } from '../field.ts'

/** A copy of the value without the keys that the schema refused. */
export function withoutUnknownKeys(value: unknown, { issues }: z.ZodError): unknown {
  const copy: unknown = structuredClone(value)
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const owner = valueAt(copy, issue.path)
    for (const key of issue.keys) if (isValues(owner)) Reflect.deleteProperty(owner, key)
  }
  return copy
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(value)) return valueAt(value[Number(name)], rest)
  return isValues(value) ? valueAt(value[String(name)], rest) : undefined
}
