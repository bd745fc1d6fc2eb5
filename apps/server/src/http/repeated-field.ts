import { z } from 'zod'

/**
 * A form or query string holds a list as repeated fields, so a list with one element arrives as a single value. Turns
 * the single values of fields that are lists in the schema into lists.
 */
export function withLists(schema: z.ZodType, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shape: Record<string, z.core.$ZodType> = schema instanceof z.ZodObject ? schema.shape : {}
  const entries = Object.entries(fields).map(([name, value]) => {
    const field = shape[name]
    return [name, field && isList(field) && !Array.isArray(value) ? [value] : value]
  })
  return Object.fromEntries(entries)
}

/** Also if the list is optional or has a default. */
function isList(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isList(schema.unwrap())
  return schema instanceof z.ZodArray
}
