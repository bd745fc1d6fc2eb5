import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'

export type StaffMember = { userId: UserId; email: string; firstName: string }

/** The platform's active staff, with what a mail to them needs. */
export async function selectStaffMembers(db: TenantDb, enterpriseId: EnterpriseId): Promise<StaffMember[]> {
  return await db
    .selectFrom('member as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['u.id as userId', 'u.email', 'u.first_name as firstName'])
    .where('m.enterprise_id', '=', enterpriseId)
    .where('m.state', '=', 'ACTIVE')
    .orderBy('m.id')
    .execute()
}

/** The platform's active staff. */
export async function selectStaff(db: TenantDb, enterpriseId: EnterpriseId): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('user_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('state', '=', 'ACTIVE')
    .where('user_id', 'is not', null)
    .execute()
  return rows.map(({ user_id }) => user_id!)
}
