import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import * as dashboard from '@simwright/contract/insight/dashboard'
import * as group from '@simwright/contract/profiles/group'
import type { Who } from '../../../http/call.ts'
import { type App, serve } from '../../../http/serve.ts'
import type { DashboardServer as Server } from '../../../port/module.ts'
import { requireGroup } from '../../profiles/groups/service.ts'
import { countCurrent, sumBy } from '../../profiles/rollup/service.ts'
import { readBreakdown } from './breakdown.ts'
import { gatherFigures } from './figures.ts'
import { readRange, readSummary } from './service.ts'
import { gatherTrend } from './trend.ts'

export function routes(app: App, server: Server): void {
  serve(app, dashboard.summary, ({ who, timeZone }) => readSummary(server, who, timeZone))
  serve(app, dashboard.range, ({ who, input, timeZone }) => readRange(server, who, { input, timeZone }))
  serve(app, dashboard.breakdown, ({ who, input, timeZone }) => readBreakdown(server, who, { input, timeZone }))
  serve(app, group.figures, ({ who, input, timeZone }) => readGroupFigures(server, who, { input, timeZone }))
  serve(app, group.trend, ({ who, input, timeZone }) => readGroupTrend(server, who, { input, timeZone }))
}

/**
 * The current statuses and brands of a group's profiles, and sums of the events that happened while they were in it.
 */
async function readGroupFigures(
  server: Server,
  { enterpriseId }: Who,
  { input: { id }, timeZone }: { input: ParsedInputOf<typeof group.figures>; timeZone: string },
): Promise<OutputOf<typeof group.figures>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const { statuses } = await requireGroup(db, id)
    const current = {
      statuses: Object.entries(statuses ?? {}).map(([dimension, count]) => ({ dimension, count })),
      brands: await countCurrent(db, { metric: 'brand', groupId: id }),
    }
    const sum = (query: Parameters<typeof sumBy>[1]) => sumBy(db, { ...query, groupIds: [id] })
    return await gatherFigures({ current, sum }, { now: server.clock.now(), timeZone })
  })
}

async function readGroupTrend(
  server: Server,
  { enterpriseId }: Who,
  { input: { id, by, periods }, timeZone }: { input: ParsedInputOf<typeof group.trend>; timeZone: string },
): Promise<OutputOf<typeof group.trend>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    await requireGroup(db, id)
    const sum = (query: Parameters<typeof sumBy>[1]) => sumBy(db, { ...query, groupIds: [id] })
    return await gatherTrend(sum, { by, periods, now: server.clock.now(), timeZone })
  })
}
