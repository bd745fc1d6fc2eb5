import { type RawBuilder, sql } from 'kysely'

/*
 * SQL text inside a query of the builder, which types all else by the tables. Each of these has the one type that PostgreSQL
 * makes sure of, so that no type is written next to SQL text.
 */

type Template<T> = (strings: TemplateStringsArray, ...values: readonly unknown[]) => RawBuilder<T>

/** Where a condition is expected: PostgreSQL refuses what is not boolean. */
export const condition: Template<boolean> = (strings, ...values) => sql<boolean>(strings, ...values)

/** A selected truth value. Null is returned as false. */
export const booleanOf: Template<boolean> = (strings, ...values) =>
  sql`coalesce((${sql(strings, ...values)})::boolean, false)`

/** A selected text. Null is returned as the empty text. */
export const textOf: Template<string> = (strings, ...values) => sql`coalesce((${sql(strings, ...values)})::text, '')`

/** A selected whole number. Null is returned as 0. */
export const integerOf: Template<number> = (strings, ...values) =>
  sql`coalesce((${sql(strings, ...values)})::integer, 0)`
