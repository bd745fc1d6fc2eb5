import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, GroupId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'

/** @returns the groups of a member's limit; null without a limit; undefined if the user is not a member */
export async function selectGroupLimit(db: TenantDb, userId: UserId): Promise<GroupId[] | null | undefined> {
  const found = await db
    .selectFrom('member')
    .select('group_limit')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found?.group_limit
}

/** Sets the limit of a member. @param groups null: no limit */
export async function updateGroupLimit(
  db: TenantDb,
  { id, groups }: { id: string; groups: readonly GroupId[] | null },
): Promise<void> {
  await db
    .updateTable('member')
    .set((set) => ({ group_limit: groups && [...groups], version: set('version', '+', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

const dropFromGroupLimitsStatement = statement(
  'drop group from limits',
  ({ groupId, enterpriseId }: { groupId: GroupId; enterpriseId: EnterpriseId }) => sql`
    update member set group_limit = array_remove(group_limit, ${groupId}::uuid)
    where enterprise_id = ${enterpriseId} and group_limit @> array[${groupId}::uuid]`,
)

/** Removes a deleted group from all limits. A limit whose last group is removed shows no profile. */
export async function dropFromGroupLimits(db: TenantDb, groupId: GroupId): Promise<void> {
  await dropFromGroupLimitsStatement(db, { groupId, enterpriseId: db.enterpriseId })
}
