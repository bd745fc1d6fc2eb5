import type { OutputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/order'
import type { Who } from '../../../http/call.ts'
import type { SellingServer as Selling } from '../../../port/module.ts'
import { limitsOf, readEntitlement, readRunning, usageOf } from '../../platform/plans/service.ts'
import { frozenBy } from './frozen.ts'
import { currentOf } from './subscription.ts'

/**
 * What applies when the plan is canceled and has ended, and what that would freeze. A free trial would end now.
 * @throws Problem subscription_none
 */
export async function previewCancellation(
  server: Selling,
  { enterpriseId }: Who,
): Promise<OutputOf<typeof contract.cancelPreview>> {
  const now = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const { kind, ends_at } = currentOf(await readRunning(db, { enterpriseId, at: now }))
    const at = ends_at ?? now
    const entitlement = await readEntitlement(server, db, { enterpriseId, at })
    return {
      endsAt: (kind === 'TRIAL' ? now : at).toISOString(),
      plan: entitlement.plan,
      downloads: usageOf(entitlement).available,
      frozen: await frozenBy(db, limitsOf(entitlement)),
    }
  })
}
