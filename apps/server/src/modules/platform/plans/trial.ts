import type { News } from '@simwright/contract/platform/notice'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { recordAudit } from '../audit/service.ts'
import { platformOf, senderOf } from '../brand/service.ts'
import { trialEndedLetter, trialEndingLetter } from '../mail/service.ts'
import { notifyUser } from '../notices/service.ts'
import { extendTrial } from '../tenancy/service.ts'
import { readEntitlement } from './entitlement.ts'
import type { Server } from './port.ts'
import { expireTrial, selectPlanManagers, selectTrialsEnding, type TrialRecord, updateTrialEnd } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The number of days before the end of a trial when its owners are notified. */
const WARNED_DAYS = 3

const TRIALS_PER_READ = 100

/**
 * Extends the free trial. One that has ended becomes active again, from now or from the end of the plan that replaced it.
 * @returns its new end; null if it has not started
 */
export async function addTrialDays(
  server: Pick<Server, 'random' | 'clock'>,
  db: TenantDb,
  { enterpriseId, days }: { enterpriseId: EnterpriseId; days: number },
): Promise<Date | null> {
  const at = server.clock.now()
  const entitlement = await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
  await extendTrial(db, enterpriseId, days)
  const object = { id: null, name: 'PRO' }
  await recordAudit(server, db, { enterpriseId, action: 'order.trialExtended', object, after: { days } })
  if (entitlement.trial_ends_at === null) return null
  const from = Math.max(entitlement.trial_ends_at.getTime(), at.getTime(), entitlement.ends_at?.getTime() ?? 0)
  const endsAt = new Date(from + days * DAY_MS)
  await updateTrialEnd(db, enterpriseId, endsAt)
  return endsAt
}

type Notifier = Pick<Server, 'db' | 'clock' | 'random' | 'config' | 'platforms' | 'mail'>

/**
 * Notifies owners and finance that a free trial ends soon or has ended, once each, by mail and in the portal. Several
 * processes may run it.
 */
export async function notifyOfTrials(server: Notifier): Promise<void> {
  const at = server.clock.now()
  const until = new Date(at.getTime() + WARNED_DAYS * DAY_MS)
  let trials: TrialRecord[] = []
  do {
    const after = trials.at(-1)?.enterprise_id
    trials = await server.db.systemTx((db) => selectTrialsEnding(db, { until, after, limit: TRIALS_PER_READ }))
    for (const { enterprise_id: enterpriseId } of trials)
      await server.db.tenantTx(enterpriseId, (db) => notifyOfTrial(server, db, { enterpriseId, at, until }))
  } while (trials.length === TRIALS_PER_READ)
}

/** Reads the trial again, under a lock. Nobody is notified when another plan has replaced it. */
async function notifyOfTrial(
  server: Notifier,
  db: TenantDb,
  { enterpriseId, at, until }: { enterpriseId: EnterpriseId; at: Date; until: Date },
): Promise<void> {
  const entitlement = await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
  const endsAt = entitlement.trial_ends_at
  if (endsAt === null || endsAt > until) return
  if (endsAt > at) {
    if (entitlement.kind === 'TRIAL')
      await notifyPlanManagers(server, db, { enterpriseId, kind: 'TRIAL_ENDING', endsAt })
  } else if ((await expireTrial(db, enterpriseId, at)) && entitlement.kind === 'BASE') {
    await notifyPlanManagers(server, db, { enterpriseId, kind: 'TRIAL_ENDED', endsAt })
  }
}

type TrialNotice = { enterpriseId: EnterpriseId; kind: 'TRIAL_ENDING' | 'TRIAL_ENDED'; endsAt: Date }

async function notifyPlanManagers(
  server: Notifier,
  db: TenantDb,
  { enterpriseId, kind, endsAt }: TrialNotice,
): Promise<void> {
  const once = `${kind} ${enterpriseId} ${endsAt.toISOString()}`
  const news: News = kind === 'TRIAL_ENDING' ? { kind, facts: { endsAt: endsAt.toISOString() } } : { kind, facts: {} }
  for (const manager of await selectPlanManagers(db, enterpriseId)) {
    if (!(await notifyUser(server, db, { userId: manager.user_id, enterpriseId, once, news }))) continue
    const sender = senderOf(server, platformOf(server, manager.platform_id))
    const { email: to, first_name: firstName, enterprise_name: enterpriseName } = manager
    const named = { to, firstName, enterpriseName }
    const letter =
      kind === 'TRIAL_ENDING' ? trialEndingLetter(sender, { ...named, endsAt }) : trialEndedLetter(sender, named)
    await server.mail.queue(db as never, letter)
  }
}
