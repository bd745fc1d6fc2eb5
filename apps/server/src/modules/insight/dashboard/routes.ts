import * as dashboard from '@simwright/contract/insight/dashboard'
import * as group from '@simwright/contract/profiles/group'
import { type App, serve } from '../../../http/serve.ts'
import type { DashboardServer as Server } from '../../../port/module.ts'
import { readBreakdown } from './breakdown.ts'
import { readGroupFigures, readGroupTrend } from './group-figures.ts'
import { readRange, readSummary } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, dashboard.summary, ({ who, timeZone }) => readSummary(server, who, timeZone))
  serve(app, dashboard.range, ({ who, input, timeZone }) => readRange(server, who, { input, timeZone }))
  serve(app, dashboard.breakdown, ({ who, input, timeZone }) => readBreakdown(server, who, { input, timeZone }))
  serve(app, group.figures, ({ who, input, timeZone }) => readGroupFigures(server, who, { input, timeZone }))
  serve(app, group.trend, ({ who, input, timeZone }) => readGroupTrend(server, who, { input, timeZone }))
}
