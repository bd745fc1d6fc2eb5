import * as order from '@simwright/contract/money/order'
import { type App, serve } from '../../../http/serve.ts'
import type { SellingServer as Selling } from '../../../port/module.ts'
import { previewCancellation } from './cancel-preview.ts'
import { listOrders, readOrder } from './list.ts'
import { cancelOrder, createOrder, quotePurchase } from './purchase.ts'
import { cancelSubscription, readSubscription, switchRenewal } from './subscription.ts'

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
