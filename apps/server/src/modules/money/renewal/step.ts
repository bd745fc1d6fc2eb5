import { Problem } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import { flushLater } from '../../../db/flush-later.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import type { RenewalServer as Server } from '../../../port/module.ts'
import { planEndedLetter } from '../../platform/mail/service.ts'
import {
  advanceOrders,
  advanceRead,
  GRACE_MS,
  moveOrder,
  notifyPlanManagers,
  type OrderRow,
  periodEnd,
  type Running,
  readEntitlement,
  readRunning,
  type SoldPlan,
  scheduleOrder,
  selectOrder,
  selectSubscription,
  selectWorkOrders,
  type WorkOrders,
} from '../../platform/plans/service.ts'
import {
  closeOrder,
  isOfPortal,
  isOverdue,
  itemOf,
  placeOrder,
  priceLines,
  recipientAfter,
  unbilledOverage,
} from '../orders/service.ts'
import { requestAgain, requestPayment } from './request.ts'
import type { Tariff } from './tariff.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** How long what exceeded the downloads of a period can be paid. */
const OVERAGE_OPEN_MS = 14 * DAY_MS

/** A plan is not renewed while what exceeded it is overdue; whether that was paid is checked this often. */
const OVERDUE_CHECK_MS = 60 * 60 * 1000

const SYSTEM = { kind: 'SYSTEM' } as const

type Step = {
  enterpriseId: EnterpriseId
  platformId: PlatformId
  order: OrderRow
  orders: WorkOrders
  running: Running
  at: Date
  tariff: Tariff
}

/**
 * Does what is due for the orders of an enterprise account, in one transaction under its lock. Safe to repeat: what is lost
 * when the database fails is due again.
 */
export async function stepOrders(server: Server, db: TenantDb, { tariff }: { tariff: Tariff }): Promise<void> {
  const { enterpriseId } = db
  const at = server.clock.now()
  const { platform_id: platformId } = await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
  const [first] = await Promise.all([readWork(server, db, { enterpriseId, at }), flushLater(db)])
  let read = first
  for (const [index, id] of read.orders.due.entries()) {
    if (index > 0) read = await readWork(server, db, { enterpriseId, at })
    const { orders, running } = read
    const order = orders.open.find((one) => one.id === id) ?? (await selectOrder(db, id))
    // a step before may have changed when this order is due
    if (order?.next_step_at && order.next_step_at <= at)
      await stepOrder(server, db, { enterpriseId, platformId, order, orders, running, at, tariff })
  }
}

type At = Pick<Step, 'enterpriseId' | 'at'>

/** Starts and ends orders whose time has come, and reads what is to be done. */
async function readWork(server: Server, db: TenantDb, { at }: At) {
  const { enterpriseId } = db
  const orders = await selectWorkOrders(db, { at })
  const running = await advanceRead(server, db, { enterpriseId, orders: orders.open, at })
  if (running) return { orders, running }
  return {
    running: await readRunning(db, { enterpriseId, at }),
    orders: await selectWorkOrders(db, { at }),
  }
}

async function stepOrder(server: Server, db: TenantDb, step: Step): Promise<void> {
  const { order, running, at } = step
  if (order.state === 'UNPAID') return await stepUnpaid(server, db, order, at)
  if (order.state === 'EXPIRED') return await stepEnded(server, db, step)
  if (order.state === 'ACTIVE' && (running.current ?? order).id === order.id) return await stepActive(server, db, step)
  await scheduleOrder(db, order, null)
}

/**
 * An order that is not paid in time is closed; until then the payment of an order of the portal is requested again. What was
 * used must be paid, so its order stays open.
 */
async function stepUnpaid(server: Server, db: TenantDb, order: OrderRow, at: Date): Promise<void> {
  const { expires_at: expiresAt, operation } = order
  if (isOverdue(order, at) || expiresAt === null) return await scheduleOrder(db, order, null)
  if (isOfPortal(order) && (operation === 'OVERAGE' || expiresAt > at))
    return await requestAgain(server, db, { order, at })
  if (expiresAt > at) return await scheduleOrder(db, order, expiresAt)
  await closeOrder(server, db, order, { event: 'NOT_PAID', actor: SYSTEM, at })
  await advanceOrders(server, db, { enterpriseId: order.enterprise_id, at })
}

/** An active order whose period ends soon: its renewal is ordered, and it goes on until that is paid or closed. */
async function stepActive(server: Server, db: TenantDb, step: Step): Promise<void> {
  const { enterpriseId, platformId, order, orders, running, at, tariff } = step
  const [subscription, plans] = await Promise.all([selectSubscription(db), tariff.plans(db)])
  const unpaid = orders.open.filter(({ state }) => state === 'UNPAID' || state === 'PENDING_CONFIRMATION')
  const isFollowed = running.waiting !== undefined || unpaid.some(({ operation }) => operation !== 'OVERAGE')
  if (!subscription.auto_renew || isFollowed || order.period_ends_at === null || order.ends_at! > order.period_ends_at)
    return await scheduleOrder(db, order, order.ends_at)
  if (unpaid.some((other) => isOverdue(other, at)))
    return await scheduleOrder(db, order, earlier(order.ends_at!, new Date(at.getTime() + OVERDUE_CHECK_MS)))
  const offered = renewalItem(plans, order)
  if (!offered) return await scheduleOrder(db, order, order.ends_at)
  const { item, sold } = offered
  const billedTo = await recipientAfter(db, order)
  const tax = await tariff.taxFor(db, { platformId, billedTo, at })
  const { overage, creditCents } = await unbilledOverage(db, { orders: orders.extra, at })
  const balanceCents = subscription.balance_cents + creditCents
  const anchorDay = order.anchor_day ?? 1
  const [startsAt, timeZone] = [order.period_ends_at, order.time_zone]
  const graceEndsAt = new Date(startsAt.getTime() + GRACE_MS)
  const renewal = await placeOrder(server, db, {
    enterpriseId,
    operation: 'RENEW',
    plan: order.plan,
    billingType: item.billingType,
    billingDimension: order.billing_dimension === 1 ? 1 : 0,
    paymentMethod: methodFor(server, order),
    lines: priceLines({ item, overage, balanceCents, tax }),
    months: item.months,
    downloads: item.downloads,
    extraDownloadCents: sold.extraDownloadCents,
    billedTo,
    timeZone,
    anchorDay,
    startsAt,
    endsAt: periodEnd({ startsAt, timeZone, anchorDay }, item.months),
    previousId: order.id,
    expiresAt: graceEndsAt,
    actor: SYSTEM,
    at,
  })
  const extended = { event: 'EXTENDED', actor: SYSTEM, at, id: server.random.uuid() } as const
  await moveOrder(db, order, extended, { ends_at: graceEndsAt, next_step_at: graceEndsAt })
  await requestPayment(server, db, { order: renewal, at })
}

/** An order that was paid by card is renewed by card, while the platform takes cards. */
const methodFor = ({ stripe }: Server, order: OrderRow) => (order.payment_method === 0 && stripe.isOffered ? 0 : 1)

const earlier = (a: Date, b: Date) => (a < b ? a : b)

/** The same plan at today's price; undefined if it is not offered any more. */
function renewalItem(
  plans: readonly SoldPlan[],
  { plan, tier_downloads: downloads, billing_type: billingType }: OrderRow,
) {
  const sold = plan === 'BASIC' || plan === 'PRO' || plan === 'PREMIUM' ? plan : undefined
  if (!sold || downloads === null || billingType === null) return undefined
  try {
    return itemOf(plans, { plan: sold, downloads, billingType })
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** An order that has ended: what exceeded its downloads is billed, and if no plan follows, its managers are notified. */
async function stepEnded(server: Server, db: TenantDb, step: Step): Promise<void> {
  const { order, running } = step
  await scheduleOrder(db, order, null)
  if (!running.current && !running.waiting) await notifyOfEnd(server, db, order)
  const { auto_renew: isRenewed } = await selectSubscription(db)
  const { current } = running
  const waitsForRenewal = isRenewed && current?.kind === 'BOUGHT' && current.billing_type === 'MONTHLY'
  if (!waitsForRenewal) await orderOverage(server, db, step)
}

/** Orders what exceeded the downloads of ended orders. Only an order that was bought says who pays. */
async function orderOverage(
  server: Server,
  db: TenantDb,
  { platformId, order, orders, at, tariff }: Step,
): Promise<void> {
  if (order.kind !== 'BOUGHT') return
  const { overage } = await unbilledOverage(db, { orders: orders.extra, at })
  if (overage.length === 0) return
  const billedTo = await recipientAfter(db, order)
  const tax = await tariff.taxFor(db, { platformId, billedTo, at })
  const { balance_cents: balanceCents } = await selectSubscription(db)
  const expiresAt = new Date(at.getTime() + OVERAGE_OPEN_MS)
  const placed = await placeOrder(server, db, {
    enterpriseId: db.enterpriseId,
    operation: 'OVERAGE',
    plan: order.plan,
    billingType: order.billing_type ?? 'MONTHLY',
    billingDimension: order.billing_dimension === 1 ? 1 : 0,
    paymentMethod: methodFor(server, order),
    lines: priceLines({ overage, balanceCents, tax }),
    months: 0,
    downloads: 0,
    extraDownloadCents: null,
    billedTo,
    timeZone: order.time_zone,
    anchorDay: order.anchor_day,
    startsAt: order.starts_at,
    endsAt: order.ends_at ?? at,
    previousId: order.id,
    expiresAt,
    actor: SYSTEM,
    at,
  })
  await requestPayment(server, db, { order: placed, at })
}

async function notifyOfEnd(server: Server, db: TenantDb, { enterprise_id, id, plan }: OrderRow): Promise<void> {
  await notifyPlanManagers(server, db, {
    enterpriseId: enterprise_id,
    once: `PLAN_ENDED ${id}`,
    news: { kind: 'PLAN_ENDED', facts: { plan } },
    letter: (sender, named) => planEndedLetter(sender, { ...named, plan }),
  })
}
