import type { TenantDb } from '../../../db/database.ts'

/** The platform's active staff. */
export async function selectStaff(db: TenantDb, enterpriseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('user_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('state', '=', 'ACTIVE')
    .where('user_id', 'is not', null)
    .execute()
  return rows.map(({ user_id }) => user_id!)
}
