import { type Field, type FieldTable, isActive, isValues, type Values } from '@simwright/contract/field'
import {
  type Configuration,
  ConfigurationFields,
  type ConfigurationInput,
  NewConfigurationFields,
} from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { fieldsOf } from '@simwright/contract/profiles/type-field'
import { z } from 'zod'

/** Value of the inputs of a field; an empty number, text or choice means absent. */
type InputValue<F extends Field> = F extends { kind: 'group'; fields: infer T extends FieldTable; isOptional: infer O }
  ? O extends true
    ? InputValues<T> | undefined
    : InputValues<T>
  : F extends { kind: 'number' }
    ? number | ''
    : F extends { kind: 'flag' }
      ? boolean
      : F extends { kind: 'plmns' | 'words' }
        ? string[]
        : F extends { kind: 'networks' }
          ? NetworkInput[]
          : F extends { kind: 'entries'; fields: infer T extends FieldTable }
            ? InputValues<T>[]
            : F extends { kind: 'choice'; schema: z.ZodType<infer V> }
              ? Exclude<V, undefined> | (undefined extends V ? '' : never)
              : string
type InputValues<T extends FieldTable> = { -readonly [K in keyof T]: InputValue<T[K]> }

export type NetworkInput = { plmn: string; access: string[] }

/** The fields of a configuration as form values. */
export type ConfigurationValues = InputValues<typeof configurationFields>

/** Initial form values of a table of fields. */
export function newValues<T extends FieldTable>(table: T): InputValues<T> {
  // cast, because Object.fromEntries loses which name has which type of value
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [name, newValue(field)])) as InputValues<T>
}

function newValue(field: Field): unknown {
  if (field.kind === 'group') return field.isOptional ? undefined : newValues(field.fields)
  if (field.kind === 'entries') return Array.from({ length: field.min }, () => newValues(field.fields))
  const initial = field.schema.safeParse(undefined)
  if (initial.success) return initial.data ?? ''
  if (field.kind === 'choice') return Object.keys(field.options)[0]
  return field.kind === 'text' ? (field.initial ?? '') : ''
}

export const newConfiguration: ConfigurationValues = { ...newValues(configurationFields), nineteenDigits: 'complete' }

export function valuesOf({ fields }: Pick<Configuration, 'fields'>): ConfigurationValues {
  return inputValues(configurationFields, fields)
}

function inputValues<T extends FieldTable>(table: T, stored: Values): InputValues<T> {
  const values = Object.entries(table).map(([name, field]): [string, unknown] => {
    const value = stored[name]
    if (field.kind === 'entries' && Array.isArray(value))
      return [name, value.map((entry) => inputValues(field.fields, entry))]
    if (field.kind !== 'group') return [name, value ?? '']
    return [name, isValues(value) ? inputValues(field.fields, value) : undefined]
  })
  return Object.fromEntries(values) as InputValues<T>
}

/**
 * The values to send. Hidden inputs and fields of other types are left out. An empty required number is included, so that the contract's schema
 * refuses it.
 */
function sentValues(table: FieldTable, values: Values): Values {
  const sent = Object.entries(table).map(([name, field]): [string, unknown] => {
    const value = values[name]
    if (!isActive(field, values)) return [name, undefined]
    if (field.kind === 'group') return [name, isValues(value) ? sentValues(field.fields, value) : undefined]
    if (field.kind === 'entries' && Array.isArray(value))
      return [name, value.map((entry) => (isValues(entry) ? sentValues(field.fields, entry) : entry))]
    return [name, isAbsent(field, value) ? undefined : value]
  })
  return Object.fromEntries(sent)
}

/** True if the field may be absent and has no default. */
const isOptional = ({ schema }: Field): boolean => {
  const absent = schema.safeParse(undefined)
  return absent.success && absent.data === undefined
}

const isAbsent = (field: Field, value: unknown): boolean =>
  typeof value === 'string' && value.trim() === '' && isOptional(field)

/** True if an empty input is refused. */
export const needsInput = (field: Field): boolean =>
  field.isRequired ?? (!isOptional(field) && !field.schema.safeParse('').success)

/** Applies the contract's schema to form values. */
const formOf = <S extends typeof ConfigurationFields>(fields: S) =>
  z
    .custom<ConfigurationValues>()
    // cast, because form values may be invalid; the contract's schema reports that
    .transform((values) => sentValues(fieldsOf(values.type), values) as ConfigurationInput)
    .pipe(fields)

export const ConfigurationForm = formOf(ConfigurationFields)
/** For a configuration without a stored confirmation code. */
export const NewConfigurationForm = formOf(NewConfigurationFields)
