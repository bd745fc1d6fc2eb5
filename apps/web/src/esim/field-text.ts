import type { Field } from '@simwright/contract/field'
import { configurationTexts } from '../texts/configuration.ts'

const { yes, no } = configurationTexts.values

/**
 * A field value of a configuration as text; an absent value yields the field's `absent` text or ''. Of lists only those
 * of short texts.
 */
export function fieldText(field: Field, value: unknown): string {
  if (value === undefined || value === null || value === '') return field.absent ?? ''
  if (Array.isArray(value)) return value.join(', ')
  if (field.kind === 'flag') return value === true ? yes : no
  if (field.kind === 'choice') {
    const option = field.options[String(value)]
    return option?.shown ?? option?.label ?? String(value)
  }
  if (field.kind !== 'number' || typeof value !== 'number') return String(value)
  const count = value.toLocaleString('en')
  return field.unit ? `${count} ${value === 1 ? field.unit.one : field.unit.other}` : count
}
