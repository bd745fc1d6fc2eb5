import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { type NamedQuery, type NamedValue, selectNamed } from '../../../db/named-value.ts'

/** The value of `created_by` and `actor_id` in sample data: no user has this id. */
export const SAMPLE_CREATOR = '00000000-0000-0000-0000-000000000000'

/**
 * SQL for the full name of the person whose id is in a column; null if it is no person. Other modules read names only so.
 * @param column with its table, such as `f.answered_by`
 */
export function nameOfPerson(column: string): RawBuilder<string | null> {
  return sql`(select person.first_name || ' ' || person.last_name from user_account person where person.id = ${sql.ref(column)})`
}

/**
 * SQL for the name of the user whose id is in a column: a person, a program, "Sample data", or null.
 * @param column with its table, such as `p.created_by`
 */
export function nameOfUser(column: string): RawBuilder<string | null> {
  return sql`coalesce(${nameOfPerson(column)},
    (select program.name from program where program.id = ${sql.ref(column)}),
    case when ${sql.ref(column)} = ${sql.lit(SAMPLE_CREATOR)} then 'Sample data' end)`
}

/**
 * Names of users. By id also of those who are no members, since what they created keeps their name, and of programs;
 * otherwise of members of the enterprise account.
 */
export async function selectUserNames(db: TenantDb, query: NamedQuery): Promise<NamedValue[]> {
  const { enterpriseId } = db
  const which =
    'ids' in query
      ? sql`union all select p.id, p.name, false from program p where p.enterprise_id = ${enterpriseId}`
      : sql`where u.id in (
          select m.user_id from member m where m.enterprise_id = ${enterpriseId} and m.state <> 'INVITED')`
  const values = sql`
    select u.id, coalesce(${nameOfUser('u.id')}, '') as name, not exists (
      select from member m where m.enterprise_id = ${enterpriseId} and m.user_id = u.id) as "isDeleted"
    from user_account u ${which}`
  return await selectNamed(db, values, query)
}
