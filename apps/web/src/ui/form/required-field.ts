import { z } from 'zod'

/**
 * Whether the schema refuses a form whose field at the path is empty. Only texts, numbers
 * and lists count: a choice has a value from the start. Fields that are required because of another one are not found.
 */
export function isRequiredIn(schema: z.ZodType, path: string): boolean {
  const field = fieldAt(schema, path.split('.'))
  if (!field || !isTyped(field)) return false
  return EMPTY.every((value) => !field.safeParse(value).success)
}

/** What the inputs of a form have for an absent value. */
const EMPTY = [undefined, '', null, []]

function fieldAt(schema: z.ZodType, [name, ...rest]: readonly string[]): z.ZodType | undefined {
  if (name === undefined) return schema
  const within = inner(schema)
  if (within instanceof z.ZodObject) {
    const field = Object.hasOwn(within.shape, name) ? (within.shape[name] as z.ZodType) : undefined
    return field && fieldAt(field, rest)
  }
  return within instanceof z.ZodArray ? fieldAt(within.element as z.ZodType, rest) : undefined
}

/** The schema without what makes it optional or transforms it. */
function inner(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return inner(schema.def.in as z.ZodType)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return inner(schema.def.innerType as z.ZodType)
  return schema
}

const isTyped = (schema: z.ZodType): boolean => {
  const typed = inner(schema)
  return (
    typed instanceof z.ZodString ||
    typed instanceof z.ZodStringFormat ||
    typed instanceof z.ZodNumber ||
    typed instanceof z.ZodArray
  )
}
