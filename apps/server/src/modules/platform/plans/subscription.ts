import { type OutputOf, Problem } from '@simwright/contract'
import type { givenPlans } from '@simwright/contract/people/client'
import type * as contract from '@simwright/contract/platform/plan'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import type { PlansServer as Server } from '../../../port/module.ts'
import { type Person, recordAudit } from '../audit/service.ts'
import { advanceOrders, moveStart, replace } from './advance.ts'
import { creditableNet, shareAfter } from './credit.ts'
import { leaveDemo } from './demo-mode.ts'
import { type Entitlement, orderCode, planProblem, readEntitlement } from './entitlement.ts'
import { limitsOf } from './limits.ts'
import { type OrderRow, selectLastKind, selectOrdersIn } from './order-queries.ts'
import { countUsed, insertOrder, type NewOrder } from './queries.ts'
import { soldPlans } from './sold.ts'
import { addBalance } from './subscription-queries.ts'
import { recordTrialUse, refusalOfTrial, type TrialRefusal } from './trial-eligibility.ts'
import { usageOf } from './usage.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The plan whose limits the free trial has. */
const TRIAL_PLAN = 'PRO'

/** Reads the plan, what is used of it, and the state of the free trial. */
export async function readPlan(server: Server, who: Who): Promise<OutputOf<typeof contract.queryOrder>> {
  const { enterpriseId } = who
  const at = server.clock.now()
  const { entitlement, used, refusal, lastKind } = await server.db.tenantTx(enterpriseId, async (db) => {
    const entitlement = await readEntitlement(server, db, { enterpriseId, at })
    const refusal = canStartTrial(entitlement) ? await refusalOfTrial(db, entitlement, who) : undefined
    const isBase = entitlement.kind === 'BASE'
    const lastKind = isBase ? await selectLastKind(db, { before: at }) : undefined
    return { entitlement, used: await countUsed(db, enterpriseId), refusal, lastKind }
  })
  const order =
    entitlement.kind !== 'BASE' || entitlement.plan === 'LAB' ? 'running' : entitlement.ordered ? 'expired' : 'none'
  return {
    enterpriseId,
    plan: entitlement.plan,
    limits: limitsOf(entitlement),
    kind: entitlement.kind,
    startsAt: entitlement.starts_at.toISOString(),
    endsAt: entitlement.ends_at?.toISOString() ?? null,
    order,
    text: order === 'running' ? null : planProblem({ ordered: order === 'expired' }).message,
    trial: trialOf(entitlement, { at, refusal, suspended: who.suspended, lastKind }),
    downloads: {
      ...usageOf(entitlement),
      installations: entitlement.installations,
      extraDownloadCents: entitlement.extra_download_cents,
    },
    configurations: { used: used.configurations, max: entitlement.configurations },
    members: { used: used.members, invited: used.invited, max: entitlement.members },
    iccids: { used: used.iccids, max: entitlement.iccids },
    samples: used.samples,
    frozen: who.frozen,
    suspended: who.suspended ? { reason: entitlement.suspension_reason } : null,
  }
}

type TrialFacts = {
  at: Date
  refusal: TrialRefusal | undefined
  suspended: boolean
  /** The kind of the last order; undefined while an order is active. */
  lastKind: OrderRow['kind'] | undefined
}

function trialOf(
  entitlement: Entitlement,
  { at, refusal, suspended, lastKind }: TrialFacts,
): OutputOf<typeof contract.queryOrder>['trial'] {
  const { trial_days: days, trial_ends_at: endsAt } = entitlement
  const trial = { days, daysLeft: 0, refusal: null }
  if (refusal) return { ...trial, state: 'unavailable', refusal }
  if (endsAt === null)
    return { ...trial, state: canStartTrial(entitlement) && !suspended ? 'available' : 'unavailable' }
  if (entitlement.kind === 'TRIAL') {
    return { ...trial, state: 'running', daysLeft: Math.ceil((endsAt.getTime() - at.getTime()) / DAY_MS) }
  }
  return { ...trial, state: lastKind === 'TRIAL' ? 'ended' : 'unavailable' }
}

/** A free trial can be started once, and not while another plan is active. */
const canStartTrial = ({ kind, plan, trial_ends_at }: Entitlement) =>
  kind === 'BASE' && plan !== 'LAB' && trial_ends_at === null

export async function startTrial(
  server: Server,
  who: Who,
  { once }: Pick<OnceCall<typeof contract.startTrial>, 'once'>,
): OnceAnswer<typeof contract.startTrial> {
  if (who.suspended) throw new Problem('enterprise_suspended')
  const { enterpriseId, userId } = who
  const at = server.clock.now()
  return await once.tenantTx(enterpriseId, async (db) => {
    const entitlement = await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
    if (!canStartTrial(entitlement)) throw new Problem('trial_refused')
    const isUsed =
      (await refusalOfTrial(db, entitlement, who)) !== undefined ||
      (!(await recordTrialUse(db, { enterpriseId, userId, at })) && entitlement.trial_offer !== 'GRANTED')
    if (isUsed) throw new Problem('trial_used')
    const endsAt = new Date(at.getTime() + entitlement.trial_days * DAY_MS)
    const order = { kind: 'TRIAL', plan: TRIAL_PLAN, quantity: 1, endsAt, userId, at } as const
    await startOrder(server, db, { enterpriseId, order, action: 'order.trialStarted' })
    return { endsAt: endsAt.toISOString() }
  })
}

type NewOrderStart = {
  enterpriseId: EnterpriseId
  order: Omit<NewOrder, 'id' | 'code'>
  action: 'order.trialStarted' | 'order.given'
  by?: Person | undefined
}

/** Inserts an order that is active from now on, and ends demo mode for good. */
async function startOrder(
  server: Pick<Server, 'random' | 'clock'>,
  db: TenantDb,
  { order, action, by }: NewOrderStart,
): Promise<void> {
  const [id, code] = [server.random.uuid(), orderCode(server, order.at)]
  await insertOrder(db, { ...order, id, code })
  await leaveDemo(db)
  const { plan, endsAt } = order
  const facts = { object: { id, name: code }, after: { plan, endsAt } }
  await recordAudit(server, db, { enterpriseId: db.enterpriseId, action, ...facts, ...(by ? { by } : {}) })
}

type Gift = {
  enterpriseId: EnterpriseId
  plan: (typeof givenPlans)[number]
  endsAt: Date
  /** The user for whom a call without a session gives it. */
  by?: Person
}

/**
 * Gives an enterprise account a plan from now on, and ends the active order: what was paid for the rest of its period
 * becomes credit. A paid order that waits starts after the given plan. The plan includes the downloads of each month or part
 * of a month until `endsAt`. @throws Problem not_found
 */
export async function givePlan(server: Server, gift: Gift): Promise<void> {
  await server.db.tenantTx(gift.enterpriseId, (db) => givePlanIn(server, db, gift))
}

/** Gives a plan within the caller's transaction, which must be one of that enterprise account. */
export async function givePlanIn(server: Server, db: TenantDb, { plan, endsAt, by }: Gift): Promise<void> {
  const { enterpriseId } = db
  const at = server.clock.now()
  await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
  const { waiting } = await advanceOrders(server, db, { enterpriseId, at })
  for (const active of await selectOrdersIn(db, ['ACTIVE'])) await endForGift(server, db, { order: active, at })
  if (waiting) await moveStart(server, db, { order: waiting, startsAt: endsAt, at })
  const order = { kind: 'GIVEN', plan, quantity: monthsUntil(at, endsAt), endsAt, userId: null, at } as const
  await startOrder(server, db, { enterpriseId, order, action: 'order.given', by })
}

/** Ends an active order. What was paid for the time that is left becomes credit. */
async function endForGift(server: Server, db: TenantDb, { order, at }: { order: OrderRow; at: Date }): Promise<void> {
  await replace(server, db, { order, at })
  const { kind, starts_at: startsAt, period_ends_at: endsAt } = order
  if (kind !== 'BOUGHT' || endsAt === null) return
  const cents = shareAfter(at, { netCents: creditableNet(order), startsAt, endsAt })
  await addBalance(db, { at }, cents)
}

/** The number of months until `to`, rounded up, at least one. */
function monthsUntil(from: Date, to: Date): number {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return Math.max(1, months + (msIntoMonth(to) > msIntoMonth(from) ? 1 : 0))
}

const msIntoMonth = (date: Date) => date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)

export async function listPlans(server: Server, who: Who): Promise<OutputOf<typeof contract.list>> {
  return { plans: await server.db.tenantTx(who.enterpriseId, soldPlans) }
}

/** The same for visitors who are not signed in. The plan table is the same on every platform. */
export async function listPrices(server: Server): Promise<OutputOf<typeof contract.prices>> {
  return { plans: await server.db.globalTx(soldPlans) }
}
