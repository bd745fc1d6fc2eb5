import type { RenewalServer as Server } from '../../../port/module.ts'
import { usageReachedLetter } from '../../platform/mail/service.ts'
import { crossLevels, readThreshold } from '../../platform/notices/service.ts'
import { notifyPlanManagers, usageOf } from '../../platform/plans/service.ts'
import { selectOrdersUsed } from './queries.ts'

const PER_READ = 200

type Notifying = Omit<Server, 'jobs' | 'stripe'>

/** Notifies of plans that are used up to a level of their threshold. Several processes may run it. */
export async function notifyOfUsage(server: Notifying): Promise<void> {
  let after: string | undefined
  do {
    const at = server.clock.now()
    const orders = await server.db.systemTx((db) => selectOrdersUsed(db, { at, after, limit: PER_READ }))
    for (const order of orders) await notifyOfOrder(server, order, at)
    after = orders.length === PER_READ ? orders.at(-1)?.id : undefined
  } while (after !== undefined)
}

async function notifyOfOrder(
  server: Notifying,
  order: Awaited<ReturnType<typeof selectOrdersUsed>>[number],
  at: Date,
): Promise<void> {
  const { enterprise_id: enterpriseId, id, extra_download_cents: extraCents } = order
  const { used, total } = usageOf(order)
  if (total === null) return
  const next =
    extraCents === null
      ? 'Further downloads are refused.'
      : `Each further download costs USD ${(extraCents / 100).toFixed(2)}.`
  await server.db.tenantTx(enterpriseId, async (db) => {
    const kind = 'USAGE_REACHED'
    const threshold = await readThreshold(db, kind)
    const value = (used * 100) / total
    const percent = await crossLevels(db, { enterpriseId, kind, subject: id, threshold, value, at })
    if (percent === undefined) return
    const texts = { percent: String(percent), used: String(used), total: String(total), next }
    await notifyPlanManagers(server, db, {
      enterpriseId,
      once: `${kind} ${id} ${percent} ${at.toISOString()}`,
      news: { kind, facts: { percent, used, total } },
      letter: (sender, named) => usageReachedLetter(sender, { ...named, ...texts }),
    })
  })
}
