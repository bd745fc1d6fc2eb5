import * as plan from '@simwright/contract/platform/plan'
import { type App, serve } from '../../../http/serve.ts'
import type { PlansServer as Server } from '../../../port/module.ts'
import { listPlans, listPrices, readPlan, startTrial } from './subscription.ts'
import { editPlan, readTable } from './table.ts'

export function routes(app: App, server: Server): void {
  serve(app, plan.queryOrder, ({ who }) => readPlan(server, who))
  serve(app, plan.list, ({ who }) => listPlans(server, who))
  serve(app, plan.prices, () => listPrices(server))
  serve(app, plan.startTrial, ({ who, once }) => startTrial(server, who, { once }))
  serve(app, plan.table, () => readTable(server))
  serve(app, plan.edit, ({ input }) => editPlan(server, input))
}
