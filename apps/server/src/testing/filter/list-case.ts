import { type Endpoint, endpoints, type InputOf } from '@simwright/contract'
import { z } from 'zod'
import type { Client } from '../client.ts'

type FilterOf<E> = NonNullable<InputOf<E> extends { filter?: infer F } ? F : never>

/** The filters of a list that take a text, an ID, a time or a number, so that the contract does not list their values. */
type OpenFilter<E> = {
  [F in keyof FilterOf<E>]-?: string extends FilterOf<E>[F] ? F : number extends FilterOf<E>[F] ? F : never
}[keyof FilterOf<E>] &
  string

type Filter = {
  field: string
  /** The closed list of the contract, or examples of a test. */
  values: readonly unknown[]
  /** Whether the contract lists the values. */
  isClosed: boolean
  inputOf: (value: unknown) => unknown
}

/** A list of the contract with all of its filters. */
export type ListCase = { endpoint: Endpoint; client: Client; filters: readonly Filter[] }

/** @param examples a value for each filter that takes any text, ID or time: one without an example does not compile */
export function listCase<E extends Endpoint>(
  endpoint: E,
  client: Client,
  examples: Record<OpenFilter<E>, string | number>,
): ListCase {
  const given: Readonly<Record<string, string | number>> = examples
  const filters = Object.entries(filterSchemas(endpoint)!).map(([field, schema]): Filter => {
    const closed = closedValues(schema)
    return {
      field,
      values: closed ?? [given[field]],
      isClosed: closed !== undefined,
      inputOf: (value) => (isArray(schema) ? [value] : value),
    }
  })
  return { endpoint, client, filters }
}

/** The endpoints of the contract that return a page of a list with filters. */
export const filteredLists: readonly { name: string; endpoint: Endpoint }[] = endpoints.filter(
  ({ endpoint }) => filterSchemas(endpoint) !== undefined,
)

type Schema = z.core.$ZodType

function filterSchemas({ input }: Endpoint): Readonly<Record<string, Schema>> | undefined {
  if (!(input instanceof z.ZodObject) || !('cursor' in input.shape)) return undefined
  const filter = plain(input.shape.filter)
  return filter instanceof z.ZodObject ? filter.shape : undefined
}

/** The schema without what makes it optional. */
function plain(schema: Schema | undefined): Schema | undefined {
  const isOptional =
    schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault
  return isOptional ? plain(schema.unwrap()) : schema
}

const isArray = (schema: Schema) => plain(schema) instanceof z.ZodArray

/** The values that the contract lists for a filter; undefined if it takes any text, ID or time. */
function closedValues(schema: Schema): readonly unknown[] | undefined {
  const one = plain(schema)
  if (one instanceof z.ZodArray) return closedValues(one.element)
  if (one instanceof z.ZodBoolean) return [true, false]
  if (one instanceof z.ZodEnum) return one.options
  if (one instanceof z.ZodLiteral) return [...one.values]
  if (!(one instanceof z.ZodUnion)) return undefined
  const options = one.options.map(closedValues)
  return options.every((values) => values !== undefined) ? options.flat() : undefined
}

const Page = z.object({
  items: z.array(z.record(z.string(), z.unknown())),
  next: z.string().nullable(),
  total: z.int().nullable(),
})

/** The rows of a list, up to 200, and how many there are. */
export async function rowsOf(
  { endpoint, client }: ListCase,
  filter: Readonly<Record<string, unknown>>,
): Promise<{ items: readonly Readonly<Record<string, unknown>>[]; count: number }> {
  const { items, next, total } = Page.parse(await client.ask(endpoint, { filter, limit: 200 }))
  return { items, count: next === null ? items.length : total! }
}
