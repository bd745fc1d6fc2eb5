import { z } from 'zod'

/** The text that replaces a code during a visit, and for programs where files with codes need approval. */
export const HIDDEN_CODE = '***'

const codeFields = z.registry<{ readonly hidden: 'during a visit' }>()

/** Marks a field that contains an activation code, or the link to one: it is hidden during a visit of platform staff. */
export function codeField<Field extends z.core.$ZodType>(field: Field): Field {
  codeFields.add(field, { hidden: 'during a visit' })
  return field
}

/** The output of an endpoint, with each code field replaced by `HIDDEN_CODE`. */
export function hideCodes(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (codeFields.has(schema)) return HIDDEN_CODE
  if (schema instanceof z.ZodObject) return hideInObject(schema.shape, value)
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? value.map((item) => hideCodes(schema.element, item)) : value
  if (schema instanceof z.ZodUnion)
    return schema.options.reduce<unknown>((hidden, option) => hideCodes(option, hidden), value)
  if (schema instanceof z.ZodIntersection) return hideCodes(schema.def.right, hideCodes(schema.def.left, value))
  if (schema instanceof z.ZodRecord) return hideInRecord(schema.valueType, value)
  if (schema instanceof z.ZodPipe) return hideCodes(schema.out, value)
  if (schema instanceof z.ZodLazy) return hideCodes(schema.unwrap(), value)
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return hideCodes(schema.unwrap(), value)
  return value
}

const known = new WeakMap<z.core.$ZodType, boolean>()

/** Whether an answer of this schema can have a code. */
export function hasCodes(schema: z.core.$ZodType): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  // of a schema that contains itself
  known.set(schema, false)
  const has = codeFields.has(schema) || partsOf(schema).some(hasCodes)
  known.set(schema, has)
  return has
}

function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape)
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodUnion) return schema.options
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right]
  if (schema instanceof z.ZodRecord) return [schema.valueType]
  if (schema instanceof z.ZodPipe) return [schema.out]
  if (
    schema instanceof z.ZodLazy ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return [schema.unwrap()]
  return []
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function hideInObject(shape: Readonly<Record<string, z.core.$ZodType>>, value: unknown): unknown {
  if (!isRecord(value)) return value
  const hidden = { ...value }
  for (const [name, field] of Object.entries(shape)) if (name in hidden) hidden[name] = hideCodes(field, hidden[name])
  return hidden
}

function hideInRecord(valueType: z.core.$ZodType, value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hideCodes(valueType, item)]))
}
