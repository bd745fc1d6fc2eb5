import type { TenantDb } from '../../../db/database.ts'
import { updateBase } from './queries.ts'

/** The base plan after the first order. */
const PLAN_AFTER_ORDER = 'DEFAULT'

/** Ends demo mode for good: without an active order, the plan DEFAULT applies from now on. */
export async function leaveDemo(db: TenantDb): Promise<void> {
  await updateBase(db, PLAN_AFTER_ORDER)
}
