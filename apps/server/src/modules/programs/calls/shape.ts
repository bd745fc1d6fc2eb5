import { z } from 'zod'

type Schema = z.core.$ZodType

/** What the contract says of a value: the schemas that it may have, without wrappers such as `optional`. */
export type Shape = readonly Schema[]

const known = new WeakMap<Schema, Shape>()

export function shapeOf(schema: Schema): Shape {
  const found = known.get(schema)
  if (found) return found
  const shape = unwrap(schema)
  known.set(schema, shape)
  return shape
}

function unwrap(schema: Schema): Shape {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(shapeOf)
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right].flatMap(shapeOf)
  // what is sent has the form of `in`, what is answered that of `out`
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out].flatMap(shapeOf)
  if (
    schema instanceof z.ZodLazy ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return shapeOf(schema.unwrap())
  return [schema]
}

/** The shape of a field; undefined when the contract has no field of this name. */
export function fieldOf(shape: Shape, name: string): Shape | undefined {
  const found = shape.flatMap((schema) => {
    if (schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name)) return shapeOf(schema.shape[name])
    if (schema instanceof z.ZodRecord) return shapeOf(schema.valueType)
    return []
  })
  return found.length > 0 ? found : undefined
}

export const itemOf = (shape: Shape): Shape =>
  shape.flatMap((schema) => (schema instanceof z.ZodArray ? shapeOf(schema.element) : []))

/** Whether a text belongs here; where the contract takes anything, it may be anything. */
export const takesText = (shape: Shape): boolean =>
  shape.some((schema) => !FREE_OR_NESTED.some((one) => schema instanceof one))

const FREE_OR_NESTED = [z.ZodObject, z.ZodArray, z.ZodRecord, z.ZodUnknown, z.ZodAny] as const
