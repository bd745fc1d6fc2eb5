import { type Fragment, fragment } from '../../../db/fragment.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'
import { SLOTS } from './use.ts'

/**
 * A slot of the order that no other transaction has locked, so that these writes don't wait for concurrent downloads; the
 * first slot, which each charged order has, if all are locked.
 */
const freeSlot = (enterpriseId: EnterpriseId, orderId: string): Fragment => fragment`coalesce(
  (select slot from plan_use where enterprise_id = ${enterpriseId} and order_id = ${orderId}
    and slot = (pg_backend_pid() % ${SLOTS}::integer)::smallint for update skip locked),
  (select slot from plan_use where enterprise_id = ${enterpriseId} and order_id = ${orderId}
    order by slot limit 1 for update skip locked), 0)`

/** The write that refunds downloads that failed. What they had used is shared out again later. */
export const creditWrite = (enterpriseId: EnterpriseId, planOrderId: string, downloads = 1): Write => fragment`
  update plan_use set used = used - ${downloads}::integer, allowance = allowance - ${downloads}::integer
  where enterprise_id = ${enterpriseId} and order_id = ${planOrderId} and slot = ${freeSlot(enterpriseId, planOrderId)}`

/** The write that counts installations. */
export const installedWrite = (enterpriseId: EnterpriseId, planOrderId: string, installed = 1): Write => fragment`
  update plan_use set installations = installations + ${installed}::integer
  where enterprise_id = ${enterpriseId} and order_id = ${planOrderId} and slot = ${freeSlot(enterpriseId, planOrderId)}`
