import type { OutputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/insight/admin-dashboard'
import { BUSINESS_DAYS, BUSINESS_MONTHS, TRIAL_DAYS } from '@simwright/contract/insight/admin-dashboard'
import { countByPlan } from '../../platform/plans/service.ts'
import { label, periods, startOfDay, startOfMonth } from '../../profiles/rollup/service.ts'
import {
  countClients,
  countDownloadsByDay,
  countSignUpsByDay,
  countSignUpsIn,
  countTrials,
  sumIncome,
} from './business-queries.ts'
import type { Server } from './port.ts'

type Business = OutputOf<typeof contract.business>

/** Clients, sign-ups, trials, downloads and income of all enterprise accounts, by days of this time zone. */
export async function readBusiness(server: Server, timeZone: string): Promise<Business> {
  const at = server.clock.now()
  const from = startOfDay(at, timeZone, 1 - BUSINESS_DAYS)
  const before = startOfDay(at, timeZone, 1 - 2 * BUSINESS_DAYS)
  const starts = periods(at, timeZone, { by: 'day', count: BUSINESS_DAYS }).slice(0, BUSINESS_DAYS)
  const days = starts.map((start) => label(start, timeZone, 'day'))
  return await server.db.systemTx(async (db) => {
    const signUps = await countSignUpsByDay(db, { from, timeZone })
    const downloads = await countDownloadsByDay(db, { from, timeZone })
    return {
      asOf: at.toISOString(),
      clients: await countClients(db),
      plans: await countByPlan(db, at),
      signUps: withEmptyDays(days, signUps),
      signUpsBefore: await countSignUpsIn(db, { from: before, to: from }),
      trials: await countTrials(db, startOfDay(at, timeZone, -TRIAL_DAYS)),
      downloads: withEmptyDays(days, downloads),
      income: await sumIncome(db, { from: startOfMonth(at, timeZone, 1 - BUSINESS_MONTHS), timeZone }),
    }
  })
}

type DayCount = { day: string; count: number }

function withEmptyDays(days: readonly string[], counted: readonly DayCount[]): DayCount[] {
  const counts = new Map(counted.map(({ day, count }) => [day, count]))
  return days.map((day) => ({ day, count: counts.get(day) ?? 0 }))
}
