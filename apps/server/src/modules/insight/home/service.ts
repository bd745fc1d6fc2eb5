import type { OutputOf } from '@simwright/contract'
import type * as home from '@simwright/contract/insight/home'
import type { Who } from '../../../http/call.ts'
import type { HomeServer as Server } from '../../../port/module.ts'
import { readLastWeek } from '../dashboard/service.ts'
import { selectSteps } from './queries.ts'

export async function readOverview(
  server: Server,
  who: Who,
  timeZone: string,
): Promise<OutputOf<typeof home.overview>> {
  const steps = await server.db.tenantRead(who.enterpriseId, (db) => selectSteps(db))
  const week = await readLastWeek(server, who, timeZone)
  return {
    steps,
    downloads: week.map(({ day, downloads }) => ({ day, count: downloads })),
    codes: week.map(({ day, codes }) => ({ day, count: codes })),
  }
}
