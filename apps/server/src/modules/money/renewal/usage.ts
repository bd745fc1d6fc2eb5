import { usageReachedLetter } from '../../platform/mail/service.ts'
import { notifyPlanManagers } from '../../platform/plans/service.ts'
import type { Server } from './port.ts'
import { selectOrdersUsed } from './queries.ts'

/** How much of a plan is used, in percent, when its managers are notified. */
const PERCENTS = [120, 100, 80] as const

const PER_READ = 200

type Notifying = Omit<Server, 'jobs' | 'stripe'>

/** Notifies of plans that are used up to 80, 100 and 120 percent, once each. Several processes may run it. */
export async function notifyOfUsage(server: Notifying): Promise<void> {
  const share = Math.min(...PERCENTS) / 100
  let after: string | undefined
  do {
    const at = server.clock.now()
    const orders = await server.db.systemTx((db) => selectOrdersUsed(db, { share, at, after, limit: PER_READ }))
    for (const order of orders) await notifyOfOrder(server, order)
    after = orders.length === PER_READ ? orders.at(-1)?.id : undefined
  } while (after !== undefined)
}

async function notifyOfOrder(
  server: Notifying,
  order: Awaited<ReturnType<typeof selectOrdersUsed>>[number],
): Promise<void> {
  const { enterprise_id: enterpriseId, id, used, downloads: total, extra_download_cents: extraCents } = order
  const percent = PERCENTS.find((reached) => used * 100 >= total * reached)!
  const next =
    extraCents === null
      ? 'Further downloads are refused.'
      : `Each further download costs USD ${(extraCents / 100).toFixed(2)}.`
  const texts = { percent: String(percent), used: String(used), total: String(total), next }
  await server.db.tenantTx(enterpriseId, (db) =>
    notifyPlanManagers(server, db, {
      enterpriseId,
      once: `USAGE_REACHED ${id} ${percent}`,
      news: { kind: 'USAGE_REACHED', facts: { percent, used, total } },
      letter: (sender, named) => usageReachedLetter(sender, { ...named, ...texts }),
    }),
  )
}
