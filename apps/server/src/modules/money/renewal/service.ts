/** Does by itself what orders need as time passes: start, renew, extend, end, bill what was used beyond a limit, notify. */
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { RenewalServer as Server } from '../../../port/module.ts'
import { selectDueEnterprises } from './queries.ts'
import { stepOrders } from './step.ts'
import { openTariff, type Tariff } from './tariff.ts'

export { ordersDue } from './queries.ts'
export { notifyOfUsage } from './usage.ts'

const PER_READ = 250
const AT_ONCE = 8

type Needs = Server & { readonly stopping: AbortSignal }

/** Does what is due for the orders of all enterprise accounts; one that fails is tried again the next time. */
export async function stepDueOrders(server: Needs): Promise<void> {
  const failed = new Set<EnterpriseId>()
  while (!server.stopping.aborted) {
    const due = await server.db.systemTx((db) =>
      selectDueEnterprises(db, {
        at: server.clock.now(),
        salt: Buffer.from(server.random.bytes(4)).readUInt32BE(),
        limit: PER_READ + failed.size,
      }),
    )
    const waiting = due.filter((enterpriseId) => !failed.has(enterpriseId))
    if (waiting.length === 0) return
    const batch = { waiting, failed, tariff: openTariff() }
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(server, batch)))
  }
}

type Batch = { waiting: EnterpriseId[]; failed: Set<EnterpriseId>; tariff: Tariff }

async function work(server: Needs, { waiting, failed, tariff }: Batch): Promise<void> {
  for (let enterpriseId = waiting.pop(); enterpriseId !== undefined; enterpriseId = waiting.pop()) {
    const id = enterpriseId
    try {
      await server.db.tenantTx(id, (db) => stepOrders(server, db, { tariff }))
    } catch (err) {
      failed.add(id)
      server.log.error({ err, enterpriseId: id }, 'orders of an enterprise account could not be renewed')
    }
  }
}
