import * as client from '@simwright/contract/people/client'
import { type App, serve } from '../../../http/serve.ts'
import type { Server } from './port.ts'
import { giveClientPlan, listClients, offerTrial, readClient, resumeClient, suspendClient } from './service.ts'
import { visitClient } from './visit.ts'

export function routes(app: App, server: Server): void {
  serve(app, client.list, ({ input }) => listClients(server, input))
  serve(app, client.get, ({ input }) => readClient(server, input.id))
  serve(app, client.givePlan, ({ input, once }) => giveClientPlan(server, { input, once }))
  serve(app, client.grantTrial, ({ input }) => offerTrial(server, input.id))
  serve(app, client.visit, ({ who, ...call }) => visitClient(server, who, call))
  serve(app, client.suspend, ({ input }) => suspendClient(server, input))
  serve(app, client.resume, ({ input }) => resumeClient(server, input.id))
}
