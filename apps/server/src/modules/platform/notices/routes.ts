import * as notice from '@simwright/contract/platform/notice'
import { type App, serve } from '../../../http/serve.ts'
import type { Server } from './port.ts'
import { listNotices, readNotices } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, notice.list, ({ who, input }) => listNotices(server, who, input))
  serve(app, notice.read, ({ who, input }) => readNotices(server, who, input.id))
}
