import { HIDDEN_VALUE } from '@simwright/contract/programs/call-log'

/** The value with `<name>` in place of each hidden value; `name` is that of its field. */
export function withPlaceholders(value: unknown, name = 'value'): unknown {
  if (value === HIDDEN_VALUE) return `<${name}>`
  if (Array.isArray(value)) return value.map((item) => withPlaceholders(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withPlaceholders(field, key)]))
}
