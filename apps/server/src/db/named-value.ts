import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from './database.ts'
import { shapedStatement } from './statement.ts'

/** What figures are counted by: a configuration, group, campaign or user, which may be deleted. */
export type NamedValue = { id: string; name: string; isDeleted: boolean }

/** Those with these ids, or the first of all by name, those that exist before deleted ones. */
export type NamedQuery = { ids: readonly string[] } | { limit: number }

const namedStatement = shapedStatement(
  'select named values',
  ({ values, which }: { values: RawBuilder<unknown>; which: RawBuilder<unknown> }) => sql`
    select id, name, "isDeleted" from (${values}) named ${which}`,
  {
    present: ['id', 'name', 'isDeleted'],
    shapes: [{ values: sql`select null::uuid as id, null::text as name, null::boolean as "isDeleted"`, which: sql`` }],
  },
)

/** @param values selects `id`, `name` and `"isDeleted"` of all values of an enterprise account */
export async function selectNamed(db: TenantDb, values: RawBuilder<unknown>, query: NamedQuery): Promise<NamedValue[]> {
  if ('ids' in query && query.ids.length === 0) return []
  const which =
    'ids' in query
      ? sql`where id = any(${[...query.ids]}::uuid[])`
      : sql`order by "isDeleted", lower(name), id limit ${query.limit}`
  return await namedStatement(db, { values, which })
}
