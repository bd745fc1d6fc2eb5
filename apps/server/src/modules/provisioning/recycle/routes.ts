import * as recycle from '@simwright/contract/provisioning/recycle'
import { type App, serve } from '../../../http/serve.ts'
import type { Server } from './port.ts'
import { exportLog, listLog, listMessages, readRecycling, simulate } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, recycle.profile, ({ who, input }) => readRecycling(server, who, input.id))
  serve(app, recycle.simulate, ({ who, input }) => simulate(server, who, input))
  serve(app, recycle.log, ({ who, input }) => listLog(server, who, input))
  serve(app, recycle.exportLog, ({ who, input }) => exportLog(server, who, input))
  serve(app, recycle.messages, ({ input }) => listMessages(server, input))
}
