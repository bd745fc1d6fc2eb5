import * as audit from '@simwright/contract/platform/audit'
import { type App, serve } from '../../../http/serve.ts'
import type { AuditServer as Server } from '../../../port/module.ts'
import { exportAudit, listAudit, readAudit, verifyAudit } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, audit.list, ({ who, input }) => listAudit(server, who, input))
  serve(app, audit.get, ({ who, input }) => readAudit(server, who, input.number))
  serve(app, audit.verify, ({ who }) => verifyAudit(server, who))
  serve(app, audit.exportCsv, ({ who, input }) => exportAudit(server, who, input))
}
