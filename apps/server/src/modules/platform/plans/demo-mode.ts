import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { updateBase } from './queries.ts'

/** The base plan after the first order. */
const PLAN_AFTER_ORDER = 'DEFAULT'

/** Ends demo mode for good: without an active order, the plan DEFAULT applies from now on. */
export async function leaveDemo(db: TenantDb, enterpriseId: EnterpriseId): Promise<void> {
  await updateBase(db, enterpriseId, PLAN_AFTER_ORDER)
}
