import type { OutputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/insight/admin-dashboard'
import * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import { BUSINESS_DAYS, BUSINESS_MONTHS, TRIAL_DAYS } from '@simwright/contract/insight/admin-dashboard'
import { type App, serve } from '../../../http/serve.ts'
import type { AdminServer as Server } from '../../../port/module.ts'
import { countByPlan } from '../../platform/plans/service.ts'
import { releaseHeld } from '../../platform/restores/service.ts'
import { label, periods, startOfDay } from '../../profiles/rollup/service.ts'
import {
  countClients,
  countDownloadsByPeriod,
  countSignUpsByPeriod,
  countSignUpsIn,
  countTrials,
  sumIncome,
} from './business-queries.ts'
import { readChecklist } from './checklist.ts'
import { readHealth } from './health.ts'
import { readHeld } from './held.ts'

export function routes(app: App, server: Server): void {
  serve(app, adminDashboard.business, ({ timeZone }) => readBusiness(server, timeZone))
  serve(app, adminDashboard.checklist, () => readChecklist(server))
  serve(app, adminDashboard.held, () => readHeld(server))
  serve(app, adminDashboard.releaseHeld, async () => {
    await releaseHeld(server)
    return {}
  })
  serve(app, adminDashboard.health, ({ input }) => readHealth(server, input.range))
}

type Business = OutputOf<typeof contract.business>

/** Clients, sign-ups, trials, downloads and income of all enterprise accounts, by days of this time zone. */
async function readBusiness(server: Server, timeZone: string): Promise<Business> {
  const at = server.clock.now()
  const before = startOfDay(at, timeZone, 1 - 2 * BUSINESS_DAYS)
  const starts = periods(at, timeZone, { by: 'day', count: BUSINESS_DAYS }).slice(0, BUSINESS_DAYS)
  const days = starts.map((start) => label(start, timeZone, 'day'))
  const monthStarts = periods(at, timeZone, { by: 'month', count: BUSINESS_MONTHS }).slice(0, BUSINESS_MONTHS)
  const months = monthStarts.map((start) => label(start, timeZone, 'month'))
  return await server.db.systemTx(async (db) => {
    const signUps = await countSignUpsByPeriod(db, starts)
    const income = await sumIncome(db, monthStarts)
    const downloads = await countDownloadsByPeriod(db, starts)
    return {
      asOf: at.toISOString(),
      clients: await countClients(db),
      plans: await countByPlan(db, at),
      signUps: withEmptyDays(days, signUps),
      signUpsBefore: await countSignUpsIn(db, { from: before, to: starts[0]! }),
      trials: await countTrials(db, startOfDay(at, timeZone, -TRIAL_DAYS)),
      downloads: withEmptyDays(days, downloads),
      income: income.map(({ nth, ...paid }) => ({ ...paid, month: months[nth - 1]! })),
    }
  })
}

type DayCount = { day: string; count: number }

function withEmptyDays(days: readonly string[], counted: readonly { nth: number; count: number }[]): DayCount[] {
  const counts = new Map(counted.map(({ nth, count }) => [nth, count]))
  return days.map((day, index) => ({ day, count: counts.get(index + 1) ?? 0 }))
}
