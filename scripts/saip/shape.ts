import { join } from 'node:path'
import type { Fields, Shape } from '@simwright/saip/build/shape'
import { readInput, UsageError } from './package-file.ts'

/**
 * A value in this form; texts of kind `hex` become bytes. The message names the field and the form, never the value, which
 * may be a key.
 * @throws UsageError
 */
export function shaped(shape: Shape, value: unknown, field: string): unknown {
  switch (shape.is) {
    case 'text':
      // YAML reads digits without quotes as a number, which loses leading zeros.
      return typeof value === 'string' ? value : refuse(field, 'must be a text; put digits in quotes')
    case 'number':
      return typeof value === 'number' ? value : refuse(field, 'must be a number')
    case 'switch':
      return typeof value === 'boolean' ? value : refuse(field, 'must be true or false')
    case 'hex':
      return typeof value === 'string' && /^([0-9a-f]{2})*$/i.test(value)
        ? new Uint8Array(Buffer.from(value, 'hex'))
        : refuse(field, 'must be hexadecimal, in quotes')
    case 'time':
      return shapedTime(value, field)
    case 'file':
      return typeof value === 'string' ? readInput(join(shape.folder, value)) : refuse(field, 'must be a file name')
    case 'one of':
      return shape.values.some((one) => one === value) ? value : refuse(field, `must be ${shape.values.join(' or ')}`)
    case 'list':
      return Array.isArray(value)
        ? value.map((one, index) => shaped(shape.of, one, `${field}[${index}]`))
        : refuse(field, 'must be a list')
    case 'text or object':
      return typeof value === 'string' ? value : shapedObject(shape.fields, value, field)
    default:
      return shapedObject(shape.fields, value, field)
  }
}

function shapedObject(fields: Fields, value: unknown, field: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(field, 'must have fields')
  const prefix = field === '' ? '' : `${field}.`
  const given = Object.entries(value).filter(([, one]) => one !== undefined && one !== null)
  const missing = Object.keys(fields).find((name) => fields[name]?.required && !given.some(([key]) => key === name))
  if (missing !== undefined) return refuse(`${prefix}${missing}`, 'is missing')
  return Object.fromEntries(
    given.map(([name, one]) => {
      const shape = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (shape === undefined)
        return refuse(`${prefix}${name}`, `is not known; the fields are ${Object.keys(fields).join(', ')}`)
      return [name, shaped(shape, one, `${prefix}${name}`)]
    }),
  )
}

function shapedTime(value: unknown, field: string): Date {
  const time = typeof value === 'string' ? new Date(value) : undefined
  if (time === undefined || Number.isNaN(time.getTime()))
    return refuse(field, 'must be a time such as 2027-01-31T12:00:00Z')
  return time
}

function refuse(field: string, why: string): never {
  throw new UsageError(`${field === '' ? 'The description' : field} ${why}.`)
}
