import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'

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
