import { type RawBuilder, sql } from 'kysely'

/** The value of `created_by` and `actor_id` in sample data: no user has this id. */
export const SAMPLE_CREATOR = '00000000-0000-0000-0000-000000000000'

/**
 * SQL for the name of the user whose id is in a column: a person, a program, "Sample data", or null. The statement must
 * join `user_account u` by that column.
 * @param column with its table, such as `p.created_by`
 */
export function nameOfUser(column: string): RawBuilder<string | null> {
  return sql`coalesce(u.first_name || ' ' || u.last_name,
    (select program.name from program where program.id = ${sql.ref(column)}),
    case when ${sql.ref(column)} = ${sql.lit(SAMPLE_CREATOR)} then 'Sample data' end)`
}
