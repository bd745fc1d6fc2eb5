import * as lease from '@simwright/contract/provisioning/lease'
import { type App, serve } from '../../../http/serve.ts'
import type { LeaseServer as Server } from '../../../port/module.ts'
import { editLease, endLease, lend, listLeases } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, lease.list, ({ who, input }) => listLeases(server, who, input))
  serve(app, lease.lend, ({ who, input }) => lend(server, who, input))
  serve(app, lease.edit, ({ who, input }) => editLease(server, who, input))
  serve(app, lease.end, ({ who, input }) => endLease(server, who, input))
}
