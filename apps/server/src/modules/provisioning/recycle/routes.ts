import * as recycle from '@simwright/contract/provisioning/recycle'
import { type App, serve } from '../../../http/serve.ts'
import type { RecycleServer as Server } from '../../../port/module.ts'
import { exportLog, listLog, readRecycling, simulate } from './service.ts'
import { decodeAgain, listMessageClients, listMessages, readStaffMessage } from './staff.ts'

export function routes(app: App, server: Server): void {
  serve(app, recycle.profile, ({ who, input }) => readRecycling(server, who, input.id))
  serve(app, recycle.simulate, ({ who, input }) => simulate(server, who, input))
  serve(app, recycle.log, ({ who, input }) => listLog(server, who, input))
  serve(app, recycle.exportLog, ({ who, input }) => exportLog(server, who, input))
  serve(app, recycle.messages, ({ input }) => listMessages(server, input))
  serve(app, recycle.message, ({ input }) => readStaffMessage(server, input.id))
  serve(app, recycle.messageClients, ({ input }) => listMessageClients(server, input))
  serve(app, recycle.decodeAgain, ({ input }) => decodeAgain(server, input.id))
}
