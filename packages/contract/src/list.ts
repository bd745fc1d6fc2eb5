import { z } from 'zod'

/** The input of every list: its own filter, a sort order, an opaque cursor, at most 200 rows per page. */
export function listInput<F extends z.ZodRawShape, const S extends readonly [string, ...string[]]>(
  filter: F,
  sorts: S,
) {
  return z.object({
    filter: z
      .object(filter)
      .partial()
      .prefault({} as never),
    sort: z.object({ by: z.enum(sorts), direction: z.enum(['asc', 'desc']) }).optional(),
    cursor: z.string().max(2000).optional(),
    limit: z.int().min(1).max(200).default(50),
  })
}

/**
 * A page of a list. `total` is exact up to 10,000; beyond that `capped` is true. `next` is the cursor of the next page.
 */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next: z.string().nullable(), total: z.number(), capped: z.boolean() })
}

export const nothing = z.object({}).default({})
export const done = z.object({})
export const id = z.uuid()
export const time = z.iso.datetime()

/** Version of a resource for optimistic locking: incremented by each change. */
export const version = z.int().min(0).max(2_147_483_647)
