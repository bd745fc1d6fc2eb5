import * as push from '@simwright/contract/push'
import { type App, serve } from '../../http/serve.ts'
import type { Server } from '../../server.ts'
import { addPush, listPushable, listPushes, readRoom, retryPush, withdrawPush } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, push.list, ({ who, input }) => listPushes(server, who, input))
  serve(app, push.room, ({ who }) => readRoom(server, who))
  serve(app, push.profiles, ({ who, input }) => listPushable(server, who, input))
  serve(app, push.add, ({ who, input }) => addPush(server, who, input))
  serve(app, push.retry, ({ who, input }) => retryPush(server, who, input))
  serve(app, push.withdraw, ({ who, input }) => withdrawPush(server, who, input))
}
