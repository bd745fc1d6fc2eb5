import * as push from '@simwright/contract/provisioning/push'
import { type App, serve } from '../../../http/serve.ts'
import type { PushesServer as Server } from '../../../port/module.ts'
import { addPush, listPushable, listPushes, readPushQuota, retryPush, withdrawPush } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, push.list, ({ who, input }) => listPushes(server, who, input))
  serve(app, push.room, ({ who }) => readPushQuota(server, who))
  serve(app, push.profiles, ({ who, input }) => listPushable(server, who, input))
  serve(app, push.add, ({ who, input, once }) => addPush(server, who, { input, once }))
  serve(app, push.retry, ({ who, input, once }) => retryPush(server, who, { input, once }))
  serve(app, push.withdraw, ({ who, input }) => withdrawPush(server, who, input))
}
