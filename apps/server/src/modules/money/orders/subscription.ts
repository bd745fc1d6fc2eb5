import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/order'
import { soldPlans } from '@simwright/contract/money/order'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import type { SellingServer as Selling } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import {
  advanceOrders,
  moveOrder,
  type OrderRow,
  type Running,
  readEntitlement,
  readRunning,
  renewalCheckAt,
  saveSubscription,
  scheduleOrder,
  selectEvents,
  selectOrdersIn,
  selectSubscription,
} from '../../platform/plans/service.ts'
import { closeOrder } from './close.ts'
import { operationsOf } from './offer.ts'
import { paymentMethodsOf } from './payment-method.ts'
import { deadlineOf, isOfPortal, nextRequestAt } from './payment-request.ts'
import { readNextBilling } from './recipient.ts'
import { readSalesLack } from './selling.ts'

type Subscription = OutputOf<typeof contract.subscription>

/** How the plan goes on when its period ends, and what can be ordered. */
export async function readSubscription(server: Selling, { enterpriseId }: Who): Promise<Subscription> {
  const at = server.clock.now()
  return await server.db.tenantRead(enterpriseId, async (db) =>
    subscriptionOf(server, db, { enterpriseId, at, running: await readRunning(db, { enterpriseId, at }) }),
  )
}

/**
 * Stops the renewal: renewals that are not paid are closed, and the plan applies until its end. A free trial has no
 * renewal: it ends at once.
 */
export async function cancelSubscription(
  server: Selling,
  who: Who,
  { reason }: ParsedInputOf<typeof contract.cancelSubscription>,
): Promise<Subscription> {
  const { enterpriseId, userId } = who
  return await inLock(server, enterpriseId, async (db, running, at) => {
    const current = currentOf(running)
    if (current.kind === 'TRIAL') {
      await endTrial(server, db, who, { trial: current, at, reason })
      return await subscriptionOf(server, db, {
        enterpriseId,
        at,
        running: await readRunning(db, { enterpriseId, at }),
      })
    }
    const change = { auto_renew: false, cancelled_at: at, cancel_reason: reason || null }
    await saveSubscription(db, { at }, change)
    await closeRenewals(server, db, { who, at })
    await recordAudit(server, db, {
      enterpriseId,
      action: 'subscription.cancelled',
      object: { id: current.id, name: current.code },
      after: { plan: current.plan, endsAt: current.ends_at, reason },
    })
    return await subscriptionOf(server, db, { enterpriseId, at, running })
  })

  /** A canceled renewal is not to be paid any more. */
  async function closeRenewals(server: Selling, db: TenantDb, { at }: { who: Who; at: Date }): Promise<void> {
    for (const order of await selectOrdersIn(db, ['UNPAID']))
      if (order.operation === 'RENEW')
        await closeOrder(server, db, order, { event: 'CANCELLED', actor: { kind: 'MEMBER', id: userId }, at })
  }
}

type EndedTrial = { trial: OrderRow; at: Date; reason: string }

async function endTrial(server: Selling, db: TenantDb, { userId }: Who, ended: EndedTrial): Promise<void> {
  const { trial, at, reason } = ended
  const actor = { kind: 'MEMBER', id: userId } as const
  const event = { event: 'CANCELLED', state: 'EXPIRED', actor, at, id: server.random.uuid() } as const
  await moveOrder(db, trial, { ...event, ...(reason ? { note: reason } : {}) }, { ends_at: at, next_step_at: null })
  await recordAudit(server, db, {
    enterpriseId: db.enterpriseId,
    action: 'subscription.cancelled',
    object: { id: trial.id, name: trial.code },
    after: { plan: trial.plan, endsAt: at, reason },
  })
}

/** @throws Problem subscription_none also for a free trial, which is not renewed */
export async function switchRenewal(
  server: Selling,
  who: Who,
  { on }: ParsedInputOf<typeof contract.autoRenew>,
): Promise<Subscription> {
  const { enterpriseId } = who
  if (!on) {
    const at = server.clock.now()
    requireRenewable(currentOf(await server.db.tenantRead(enterpriseId, (db) => readRunning(db, { enterpriseId, at }))))
    return await cancelSubscription(server, who, { reason: '' })
  }
  return await inLock(server, enterpriseId, async (db, running, at) => {
    const current = requireRenewable(currentOf(running))
    await saveSubscription(db, { at }, { auto_renew: true, cancelled_at: null, cancel_reason: null })
    await scheduleOrder(db, current, current.state === 'ACTIVE' ? renewalCheckAt(current) : current.starts_at)
    const object = { id: current.id, name: current.code }
    await recordAudit(server, db, {
      enterpriseId,
      action: 'subscription.renewalSwitched',
      object,
      after: { autoRenew: true },
    })
    return await subscriptionOf(server, db, { enterpriseId, at, running })
  })
}

/** @throws Problem subscription_none when no plan is active that can be renewed or canceled */
export function currentOf({ current, waiting }: Running) {
  const order = waiting ?? current
  if (!order || order.kind === 'GIVEN') throw new Problem('subscription_none')
  return order
}

function requireRenewable(order: OrderRow): OrderRow {
  if (order.kind === 'TRIAL') throw new Problem('subscription_none')
  return order
}

type Work = (db: TenantDb, running: Running, at: Date) => Promise<Subscription>

async function inLock(server: Selling, enterpriseId: Who['enterpriseId'], work: Work): Promise<Subscription> {
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
    return await work(db, await advanceOrders(server, db, { enterpriseId, at }), at)
  })
}

type Shown = { enterpriseId: Who['enterpriseId']; at: Date; running: Running }

async function subscriptionOf(server: Selling, db: TenantDb, { at, running }: Shown): Promise<Subscription> {
  const { current, waiting } = running
  const row = await selectSubscription(db)
  const { platformId, billedTo } = await readNextBilling(db)
  const salesLack = await readSalesLack(server, db, platformId)
  const open = await selectOrdersIn(db, ['UNPAID', 'PENDING_CONFIRMATION'])
  const bought = current?.kind === 'BOUGHT' ? current : undefined
  const periodEndsAt = bought?.period_ends_at ?? bought?.ends_at ?? null
  const isInGrace = bought?.ends_at != null && periodEndsAt !== null && bought.ends_at > periodEndsAt
  return {
    orderId: bought?.id ?? null,
    ordered: bought ? orderedPlanOf(bought) : null,
    autoRenew: row.auto_renew,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    periodEndsAt: periodEndsAt?.toISOString() ?? null,
    graceEndsAt: isInGrace ? bought.ends_at!.toISOString() : null,
    nextOrderId: (waiting ?? open.find(({ operation }) => operation !== 'OVERAGE'))?.id ?? null,
    next: waiting ? nextOf(waiting) : null,
    due: await dueOf(
      db,
      open.find((order) => order.state === 'UNPAID' && isOfPortal(order)),
      at,
    ),
    balanceCents: row.balance_cents,
    paymentMethods: await paymentMethodsOf(server, db, platformId),
    billedTo,
    operations: salesLack.length > 0 ? [] : operationsOf(running),
    salesLack,
  }
}

const nextOf = ({ code, plan, starts_at, ends_at }: OrderRow): contract.Subscription['next'] => ({
  code,
  plan,
  startsAt: starts_at.toISOString(),
  endsAt: ends_at?.toISOString() ?? null,
})

function orderedPlanOf(order: OrderRow): contract.OrderedPlan | null {
  const plan = soldPlans.find((name) => name === order.plan)
  if (!plan || order.tier_downloads === null || order.billing_type === null) return null
  return {
    plan,
    downloads: order.tier_downloads,
    billingType: order.billing_type,
    billingDimension: order.billing_dimension === 1 ? 1 : 0,
    paymentMethod: order.payment_method === 0 ? 0 : 1,
  }
}

async function dueOf(db: TenantDb, order: OrderRow | undefined, at: Date): Promise<contract.DueOrder | null> {
  if (order?.operation == null) return null
  const events = await selectEvents(db, order.id)
  const { id: orderId, code, operation, amount_cents: amountCents } = order
  return {
    orderId,
    code,
    operation,
    amountCents,
    until: deadlineOf(order, at).toISOString(),
    failure: events.findLast(({ event }) => event === 'PAYMENT_FAILED')?.note ?? null,
    nextRequestAt: nextRequestAt(order, at)?.toISOString() ?? null,
  }
}
