import type { TenantDb } from '../../../db/database.ts'
import type { PlansServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../audit/service.ts'
import { trialEndedLetter, trialEndingLetter } from '../mail/service.ts'
import { extendTrial } from '../tenancy/service.ts'
import { readEntitlement } from './entitlement.ts'
import { notifyPlanManagers } from './manager.ts'
import { expireTrial, selectTrialsEnding, type TrialRecord, updateTrialEnd } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** How many days before the end of a trial its owners are notified. */
const WARNED_DAYS = [1, 3, 7] as const

const TRIALS_PER_READ = 100

/**
 * Extends the free trial. One that has ended becomes active again, from now or from the end of the plan that replaced it.
 * @returns its new end; null if it has not started
 */
export async function addTrialDays(
  server: Pick<Server, 'random' | 'clock'>,
  db: TenantDb,
  { days }: { days: number },
): Promise<Date | null> {
  const { enterpriseId } = db
  const at = server.clock.now()
  const entitlement = await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
  await extendTrial(db, days)
  const object = { id: null, name: 'PRO' }
  await recordAudit(server, db, { enterpriseId, action: 'order.trialExtended', object, after: { days } })
  if (entitlement.trial_ends_at === null) return null
  const from = Math.max(entitlement.trial_ends_at.getTime(), at.getTime(), entitlement.ends_at?.getTime() ?? 0)
  const endsAt = new Date(from + days * DAY_MS)
  await updateTrialEnd(db, endsAt)
  return endsAt
}

type Notifier = Pick<Server, 'db' | 'clock' | 'random' | 'config' | 'platforms' | 'mail'>

/**
 * Notifies owners and finance that a free trial ends soon or has ended, once each, by mail and in the portal. Several
 * processes may run it.
 */
export async function notifyOfTrials(server: Notifier): Promise<void> {
  const at = server.clock.now()
  const until = new Date(at.getTime() + Math.max(...WARNED_DAYS) * DAY_MS)
  let trials: TrialRecord[] = []
  do {
    const after = trials.at(-1)?.enterprise_id
    trials = await server.db.systemTx((db) => selectTrialsEnding(db, { until, after, limit: TRIALS_PER_READ }))
    for (const { enterprise_id: enterpriseId } of trials)
      await server.db.tenantTx(enterpriseId, (db) => notifyOfTrial(server, db, { at, until }))
  } while (trials.length === TRIALS_PER_READ)
}

/** Reads the trial again, under a lock. Nobody is notified when another plan has replaced it. */
async function notifyOfTrial(server: Notifier, db: TenantDb, { at, until }: { at: Date; until: Date }): Promise<void> {
  const { enterpriseId } = db
  const entitlement = await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
  const endsAt = entitlement.trial_ends_at
  if (endsAt === null || endsAt > until) return
  const once = `${enterpriseId} ${endsAt.toISOString()}`
  if (endsAt > at) {
    if (entitlement.kind !== 'TRIAL') return
    const days = WARNED_DAYS.find((warned) => endsAt.getTime() - at.getTime() <= warned * DAY_MS)
    await notifyPlanManagers(server, db, {
      enterpriseId,
      once: `TRIAL_ENDING ${once} ${days}`,
      news: { kind: 'TRIAL_ENDING', facts: { endsAt: endsAt.toISOString() } },
      letter: (sender, named) => trialEndingLetter(sender, { ...named, endsAt }),
    })
  } else if ((await expireTrial(db, at)) && entitlement.kind === 'BASE') {
    await notifyPlanManagers(server, db, {
      enterpriseId,
      once: `TRIAL_ENDED ${once}`,
      news: { kind: 'TRIAL_ENDED', facts: {} },
      letter: trialEndedLetter,
    })
  }
}
