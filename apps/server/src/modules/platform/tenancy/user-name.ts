import { type RawBuilder, sql } from 'kysely'

/** The value of `created_by` and `actor_id` in sample data: no user has this id. */
export const SAMPLE_CREATOR = '00000000-0000-0000-0000-000000000000'

/**
 * The name of the user whose id a column holds, with `user_account u` joined by it: a person, "Sample data", or null.
 * @param column with its table, such as `p.created_by`
 */
export function nameOfUser(column: string): RawBuilder<string | null> {
  return sql`coalesce(u.first_name || ' ' || u.last_name,
    case when ${sql.ref(column)} = ${sql.lit(SAMPLE_CREATOR)} then 'Sample data' end)`
}
