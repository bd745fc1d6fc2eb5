import type { Endpoint } from '@simwright/contract'
import { z } from 'zod'

/** Characters of all texts of a call together: the body of a call has up to 1 MiB. */
const MOST_CHARS = 900_000
/** Of a text whose schema has no limit. */
const UNLIMITED_CHARS = 200_000
const MOST_ITEMS = 20_000
const MOST_NESTING = 12

type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  maxItems?: number
  maxLength?: number
  format?: string
  pattern?: string
  maximum?: number
}

/** The largest input that the schema of an endpoint allows, as far as its types and limits say. */
export function largestInput(endpoint: Endpoint): unknown {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema
  for (let chars = MOST_CHARS; chars > 1_000; chars /= 2) {
    const input = new Filler(chars).fill(schema)
    if (JSON.stringify(input ?? {}).length <= MOST_CHARS) return input
  }
  return new Filler(100).fill(schema)
}

class Filler {
  #left: number

  constructor(chars: number) {
    this.#left = chars
  }

  fill(schema: Schema, depth = 0): unknown {
    if (depth > MOST_NESTING) return null
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum.toSorted((a, b) => String(b).length - String(a).length)[0]
    const choices = schema.anyOf ?? schema.oneOf
    if (choices)
      return this.fill(choices.find(({ type }) => type === 'array' || type === 'object') ?? choices[0]!, depth)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => this.fill(one, depth)))
    return this.#fillType(Array.isArray(schema.type) ? schema.type[0] : schema.type, schema, depth)
  }

  #fillType(type: string | undefined, schema: Schema, depth: number): unknown {
    switch (type) {
      case 'string':
        return this.#text(schema)
      case 'integer':
      case 'number':
        return Math.min(schema.maximum ?? 1_000, Number.MAX_SAFE_INTEGER)
      case 'boolean':
        return true
      case 'array':
        return this.#list(schema, depth)
      case 'object':
        return this.#object(schema, depth)
      default:
        return null
    }
  }

  #list({ items = {}, maxItems = MOST_ITEMS }: Schema, depth: number): unknown[] {
    const list: unknown[] = []
    // half of what is left: other fields follow
    const end = this.#left / 2
    while (list.length < Math.min(maxItems, MOST_ITEMS) && (list.length === 0 || this.#left > end)) {
      list.push(this.fill(items, depth + 1))
      this.#left -= 8
    }
    return list
  }

  #object({ properties = {}, additionalProperties }: Schema, depth: number): Record<string, unknown> {
    const named = Object.entries(properties).map(([name, one]) => [name, this.fill(one, depth + 1)])
    if (typeof additionalProperties !== 'object') return Object.fromEntries(named)
    const more = Array.from({ length: 20 }, (_, at) => [`name${at}`, this.fill(additionalProperties, depth + 1)])
    return Object.fromEntries([...named, ...more])
  }

  #text({ format, pattern, maxLength = UNLIMITED_CHARS }: Schema): string {
    if (format === 'uuid') return '0198f0aa-0000-7000-8000-000000000000'
    if (format === 'date-time') return '2026-11-21T12:00:00.000Z'
    if (format === 'date') return '2026-11-21'
    if (format === 'email') return `${'a'.repeat(60)}@example.com`
    const length = Math.max(1, Math.min(maxLength, this.#left))
    this.#left -= length
    // digits and letters pass most patterns, and the end passes few
    return pattern ? `${'1'.repeat(length - 1)}!` : 'a1 '.repeat(length).slice(0, length)
  }
}
