import * as dashboard from '@simwright/contract/insight/dashboard'
import * as group from '@simwright/contract/profiles/group'
import { type App, serve } from '../../../http/serve.ts'
import { readGroupFigures, readGroupTrend } from './group-figures.ts'
import type { Server } from './port.ts'
import { readSummary, readTrend } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, dashboard.summary, ({ who, timeZone }) => readSummary(server, who, timeZone))
  serve(app, dashboard.trend, ({ who, input, timeZone }) =>
    readTrend(server, who, { input, timeZone, shows: 'samples until real profiles' }),
  )
  serve(app, group.figures, ({ who, input, timeZone }) => readGroupFigures(server, who, { input, timeZone }))
  serve(app, group.trend, ({ who, input, timeZone }) => readGroupTrend(server, who, { input, timeZone }))
}
