import * as webhook from '@simwright/contract/programs/webhook'
import { type App, serve } from '../../../http/serve.ts'
import type { WebhooksServer as Server } from '../../../port/module.ts'
import { listArrivals, listDeliveries, listenToArrivals, listReceivers, readDelivery, replayDeliveries } from './log.ts'
import {
  addWebhook,
  editWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  sendTest,
  setWebhookState,
} from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, webhook.list, ({ who }) => listWebhooks(server, who))
  serve(app, webhook.add, ({ who, input }) => addWebhook(server, who, input))
  serve(app, webhook.edit, ({ who, input }) => editWebhook(server, who, input))
  serve(app, webhook.rotate, ({ who, input }) => rotateSecret(server, who, input))
  serve(app, webhook.setState, ({ who, input }) => setWebhookState(server, who, input))
  serve(app, webhook.remove, ({ who, input }) => removeWebhook(server, who, input))
  serve(app, webhook.test, ({ who, input }) => sendTest(server, who, input))
  serve(app, webhook.deliveries, ({ who, input }) => listDeliveries(server, who, input))
  serve(app, webhook.delivery, ({ who, input }) => readDelivery(server, who, input))
  serve(app, webhook.replay, ({ who, input }) => replayDeliveries(server, who, input))
  serve(app, webhook.arrivals, ({ who, input }) => listArrivals(server, who, input))
  serve(app, webhook.receivers, ({ who }) => listReceivers(server, who))
  serve(app, webhook.listen, ({ who, input }) => listenToArrivals(server, who, input))
}
