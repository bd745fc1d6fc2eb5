import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'

export type StaffMember = { userId: UserId; email: string; firstName: string }

/** Members of the platform's staff with what a mail to them needs. */
export async function selectStaffMembers(db: TenantDb, userIds: readonly UserId[]): Promise<StaffMember[]> {
  if (userIds.length === 0) return []
  return await db
    .selectFrom('user_account')
    .select(['id as userId', 'email', 'first_name as firstName'])
    .where('id', 'in', [...userIds])
    .orderBy('id')
    .execute()
}
