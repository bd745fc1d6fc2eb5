import * as callLog from '@simwright/contract/programs/call-log'
import { type App, serve } from '../../../http/serve.ts'
import type { CallsServer as Server } from '../../../port/module.ts'
import { listCalls, readCall } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, callLog.list, ({ who, input }) => listCalls(server, who, input))
  serve(app, callLog.read, ({ who, input }) => readCall(server, who, input))
}
