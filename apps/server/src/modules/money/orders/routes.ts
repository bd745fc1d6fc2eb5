import type { OutputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/order'
import * as order from '@simwright/contract/money/order'
import type { Who } from '../../../http/call.ts'
import { type App, serve } from '../../../http/serve.ts'
import type { SellingServer as Selling } from '../../../port/module.ts'
import { limitsOf, readEntitlement, readRunning, usageOf } from '../../platform/plans/service.ts'
import { frozenBy } from './frozen.ts'
import { listOrders, readOrder } from './list.ts'
import { cancelOrder, createOrder, quotePurchase } from './purchase.ts'
import { cancelSubscription, currentOf, readSubscription, switchRenewal } from './subscription.ts'

export function routes(app: App, server: Selling): void {
  serve(app, order.query, ({ who, input }) => listOrders(server, who, input))
  serve(app, order.get, ({ who, input }) => readOrder(server, who, input.id))
  serve(app, order.quote, ({ who, input }) => quotePurchase(server, who, input))
  serve(app, order.create, ({ who, input, once }) => createOrder(server, who, { input, once }))
  serve(app, order.cancel, ({ who, input }) => cancelOrder(server, who, input))
  serve(app, order.subscription, ({ who }) => readSubscription(server, who))
  serve(app, order.cancelPreview, ({ who }) => previewCancellation(server, who))
  serve(app, order.cancelSubscription, ({ who, input }) => cancelSubscription(server, who, input))
  serve(app, order.autoRenew, ({ who, input }) => switchRenewal(server, who, input))
}

/**
 * What applies when the plan is canceled and has ended, and what that would freeze. A free trial would end now.
 * @throws Problem subscription_none
 */
async function previewCancellation(
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
