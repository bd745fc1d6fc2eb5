import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from './database.ts'

/** What figures are counted by: a configuration, group, campaign or user, which may be deleted. */
export type NamedValue = { id: string; name: string; isDeleted: boolean }

/** Those with these ids, or the first of all by name, those that exist before deleted ones. */
export type NamedQuery = { ids: readonly string[] } | { limit: number }

/** @param values selects `id`, `name` and `"isDeleted"` of all values of an enterprise account */
export async function selectNamed(
  db: TenantDb,
  values: RawBuilder<NamedValue>,
  query: NamedQuery,
): Promise<NamedValue[]> {
  if ('ids' in query && query.ids.length === 0) return []
  const which =
    'ids' in query
      ? sql`where id = any(${[...query.ids]}::uuid[])`
      : sql`order by "isDeleted", lower(name), id limit ${query.limit}`
  const { rows } = await sql<NamedValue>`select id, name, "isDeleted" from (${values}) named ${which}`.execute(db)
  return rows
}
