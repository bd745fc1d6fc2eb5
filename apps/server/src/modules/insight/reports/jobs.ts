import type { EnterpriseId } from '../../../db/row-id.ts'
import type { ReportsServer as Server } from '../../../port/module.ts'

export { reportsDue } from './schedule-queries.ts'

import { selectDueSchedules, updateRetryAt } from './schedule-queries.ts'
import { sendReport } from './send.ts'

/** Schedules per sweep; the next sweep takes the rest. */
const SWEEP_LIMIT = 20
const RETRY_MS = 10 * 60_000

type Needs = Server & { readonly stopping: AbortSignal }

/** Sends the reports that are due. Any number of processes may do so: each report is sent by one of them. */
export async function sendDueReports(server: Needs): Promise<void> {
  const now = server.clock.now()
  const due = await server.db.systemTx((db) => selectDueSchedules(db, { now, limit: SWEEP_LIMIT }))
  for (const { enterpriseId, id } of due) {
    if (server.stopping.aborted) return
    await sendReport(server, { enterpriseId, id }).catch((err: unknown) => postpone(server, { enterpriseId, id, err }))
  }
}

type Failed = { enterpriseId: EnterpriseId; id: string; err: unknown }

async function postpone(server: Needs, { enterpriseId, id, err }: Failed): Promise<void> {
  server.log.error({ err, enterpriseId, id }, 'a report could not be sent; it is tried again in ten minutes')
  const retryAt = new Date(server.clock.now().getTime() + RETRY_MS)
  await server.db.tenantTx(enterpriseId, (db) => updateRetryAt(db, { id, retryAt }))
}
