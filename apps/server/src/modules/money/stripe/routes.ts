import * as stripe from '@simwright/contract/money/stripe'
import { type App, serve } from '../../../http/serve.ts'
import type { StripeServer as Server } from '../../../port/module.ts'
import { changeCard, readCard, removeCard } from './card.ts'
import { payOrder, readStatus } from './checkout.ts'
import { serveWebhook } from './webhook.ts'

export function routes(app: App, server: Server): void {
  serve(app, stripe.pay, ({ who, input, once, visited }) =>
    payOrder(server, who, { input, once, origin: visited.origin }),
  )
  serve(app, stripe.status, ({ who, input }) => readStatus(server, who, input.orderId))
  serve(app, stripe.card, ({ who }) => readCard(server, who))
  serve(app, stripe.changeCard, ({ who, visited }) => changeCard(server, who, visited.origin))
  serve(app, stripe.removeCard, ({ who }) => removeCard(server, who))
  serveWebhook(app, server)
}
