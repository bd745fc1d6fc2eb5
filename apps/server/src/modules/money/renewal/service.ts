/** Does by itself what orders need as time passes: start, renew, extend, end, bill what was used beyond a limit, notify. */
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { RenewalServer as Server } from '../../../port/module.ts'
import { chargeDueCards } from '../stripe/service.ts'
import { selectDueEnterprises } from './queries.ts'
import { stepOrders } from './step.ts'
import { openTariff, type Tariff } from './tariff.ts'

export { notifyOfUsage } from './usage.ts'

const STEPS_EACH_MS = 30_000
const CHARGES_EACH_MS = 5_000
const PER_READ = 250
const AT_ONCE = 8

type Needs = Server & { readonly stopping: AbortSignal }

/** Does what is due, now and every half minute, and charges saved cards. Several processes may run it. */
export function startRenewals(server: Needs): { stop(): Promise<unknown> } {
  const orders = repeat(server, { work: stepDueOrders, eachMs: STEPS_EACH_MS })
  const charges = repeat(server, { work: chargeDueCards, eachMs: CHARGES_EACH_MS })
  return { stop: () => Promise.all([orders.stop(), charges.stop()]) }
}

type Repeated = { work: (server: Needs) => Promise<void>; eachMs: number }

function repeat(server: Needs, { work, eachMs }: Repeated): { stop(): Promise<void> } {
  let running = Promise.resolve()
  let isRunning = false
  const runOnce = () => {
    if (isRunning) return
    isRunning = true
    running = work(server)
      .catch((err: unknown) => server.log.warn({ err, work: work.name }, 'orders could not be worked on'))
      .finally(() => {
        isRunning = false
      })
  }
  runOnce()
  const timer = setInterval(runOnce, eachMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

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
      await server.db.tenantTx(id, (db) => stepOrders(server, db, { enterpriseId: id, tariff }))
    } catch (err) {
      failed.add(id)
      server.log.error({ err, enterpriseId: id }, 'orders of an enterprise account could not be renewed')
    }
  }
}
