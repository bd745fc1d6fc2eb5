import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

const COLUMNS = ['id', 'email', 'first_name', 'last_name', 'platform_id', 'second_factor'] as const

export type UserRecord = Row<'user_account', (typeof COLUMNS)[number]>

const userOf = (db: GlobalDb | SystemDb, userId: UserId) =>
  (db as GlobalDb).selectFrom('user_account').select(COLUMNS).where('id', '=', userId)

export async function findUser(db: GlobalDb | SystemDb, userId: UserId): Promise<UserRecord | undefined> {
  return await userOf(db, userId).executeTakeFirst()
}

/** @throws when the user was deleted */
export async function selectUser(db: GlobalDb | SystemDb, userId: UserId): Promise<UserRecord> {
  return await userOf(db, userId).executeTakeFirstOrThrow()
}

/** Locks the user until the transaction ends, so that what only one of two transactions may do is done by one. */
export async function lockUser(db: GlobalDb, userId: UserId): Promise<void> {
  await db.selectFrom('user_account').select('id').where('id', '=', userId).forUpdate().execute()
}

/** The active owners of an enterprise account, in the order in which they joined. */
export async function selectOwners(db: SystemDb, enterpriseId: EnterpriseId): Promise<UserRecord[]> {
  return await db
    .selectFrom('member as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(COLUMNS.map((column) => `u.${column}` as const))
    .where('m.enterprise_id', '=', enterpriseId)
    .where('m.built_in_role', '=', 'Owner')
    .where('m.state', '=', 'ACTIVE')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute()
}

/** SQL for the address of the user whose id is in a column; null if there is no such user. */
export const emailOfUser = (column: string): RawBuilder<string | null> =>
  sql`(select person.email from user_account person where person.id = ${sql.ref(column)})`

/** SQL for `id` and `name` of the members with one of the names or addresses, which must be in lower case. */
export const membersByName = (enterpriseId: EnterpriseId, names: readonly string[]): RawBuilder<unknown> => sql`
  select u.id, n.name from member m join user_account u on u.id = m.user_id
    cross join lateral (values (lower(u.email)), (lower(u.first_name || ' ' || u.last_name))) n(name)
  where m.enterprise_id = ${enterpriseId} and n.name = any(${names}::text[])`
