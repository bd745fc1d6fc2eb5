import * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import { type App, serve } from '../../../http/serve.ts'
import type { AdminServer as Server } from '../../../port/module.ts'
import { readBusiness } from './business.ts'
import { readChecklist } from './checklist.ts'
import { readHealth } from './health.ts'

export function routes(app: App, server: Server): void {
  serve(app, adminDashboard.business, ({ timeZone }) => readBusiness(server, timeZone))
  serve(app, adminDashboard.checklist, () => readChecklist(server))
  serve(app, adminDashboard.health, ({ input }) => readHealth(server, input.range))
}
