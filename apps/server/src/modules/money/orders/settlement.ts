import { BilledTo, sumOf } from '@simwright/contract/money/price'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import type { OrdersServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import {
  addBalance,
  advanceOrders,
  advanceRead,
  creditableNet,
  dayOfMonth,
  leaveDemo,
  moveOrder,
  moveStart,
  type OrderActor,
  type OrderRow,
  periodEnd,
  type Running,
  readEntitlement,
  readRunning,
  renewalCheckAt,
  replace,
  saveSubscription,
  selectOrder,
  selectOrdersIn,
} from '../../platform/plans/service.ts'
import { issueCreditNote, issueInvoice } from '../invoices/service.ts'
import { balanceOf, closeOrder } from './close.ts'
import { creditLine } from './price.ts'

export type Payment = {
  enterpriseId: EnterpriseId
  orderId: string
  /** What the payment service, or the bank, calls the payment. */
  reference: string
  /** 0 Stripe, 1 bank transfer. */
  method: 0 | 1
  cents: number
  currency: string
  /** The brand of the card, or the bank. */
  channel: string
  actor: OrderActor
  /** In words, for the event. */
  note?: string
  /** The caller's own writes, made before other transactions must wait for the number of the invoice. */
  whenApplied?: () => Promise<unknown>
}

/** `refund`: the payment is not for an open order of this amount, so the caller must return it in full. */
export type Settlement = 'applied' | 'already' | 'refund'

/**
 * Accepts a payment in the caller's transaction, which must be one of that enterprise account: the order starts now or when
 * the current plan ends. Safe to repeat.
 */
export async function settlePayment(server: Server, db: TenantDb, payment: Payment): Promise<Settlement> {
  const { enterpriseId, orderId, reference, actor } = payment
  const at = server.clock.now()
  const { platform_id: platformId } = await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
  const { order, running, unpaid } = await readForPayment(server, db, { enterpriseId, orderId, at })
  if (!order) return 'refund'
  if (order.payment_reference === reference) return 'already'
  const isPriced = await isCreditDue(db, order)
  const start = isPriced && isPayable(order, payment) ? startOf(order, running, at) : undefined
  if (!start) {
    const note = `${payment.currency} ${(payment.cents / 100).toFixed(2)} is returned.`
    await moveOrder(db, order, { event: 'WRONG_PAYMENT', actor, at, id: server.random.uuid(), note })
    return 'refund'
  }
  await startPaid(server, db, { order, payment, start, running, unpaid, platformId, at })
  return 'applied'
}

type Paying = { enterpriseId: EnterpriseId; orderId: string; at: Date }

/** The order, what runs, and the orders that are not paid, after orders whose time has come have started and ended. */
async function readForPayment(server: Server, db: TenantDb, { orderId, at }: Paying) {
  const { enterpriseId } = db
  const read = () => selectOrdersIn(db, ['UNPAID', 'ACTIVE', 'WAIT_ACTIVE'], orderId)
  let orders = await read()
  let running = await advanceRead(server, db, { enterpriseId, orders, at })
  if (!running) {
    orders = await read()
    running = await readRunning(db, { enterpriseId, at })
  }
  return {
    running,
    order: orders.find(({ id }) => id === orderId),
    unpaid: orders.filter(({ state }) => state === 'UNPAID'),
  }
}

const isPayable = (order: OrderRow, { cents, currency }: Payment) =>
  (order.state === 'UNPAID' || order.state === 'PENDING_CONFIRMATION') &&
  order.amount_cents === cents &&
  order.currency === currency

/** Whether an upgrade can still deduct its credit: the money for the order that it replaces was not returned since. */
async function isCreditDue(db: TenantDb, order: OrderRow): Promise<boolean> {
  const credit = order.lines.find((line) => line.kind === 'CREDIT')
  const replaced = credit && (await selectOrder(db, order.previous_id!))
  if (!credit || !replaced?.period_ends_at) return true
  const { code, starts_at: startsAt, period_ends_at: endsAt } = replaced
  const due = creditLine({ code, netCents: creditableNet(replaced), startsAt, endsAt, at: new Date(credit.from) })
  return due.cents <= credit.cents
}

type Start = {
  state: 'ACTIVE' | 'WAIT_ACTIVE' | 'EXPIRED'
  startsAt: Date
  anchorDay: number | null
}

/** When a paid order starts; undefined if it cannot any more, because another order has taken its place. */
function startOf(order: OrderRow, { current, waiting }: Running, at: Date): Start | undefined {
  if (order.operation === 'OVERAGE') return { state: 'EXPIRED', startsAt: order.starts_at, anchorDay: order.anchor_day }
  const now: Start = { state: 'ACTIVE', startsAt: at, anchorDay: null }
  if (order.operation === 'UPGRADE')
    return current && current.id !== order.previous_id && current.kind !== 'TRIAL' ? undefined : now
  if (waiting) return undefined
  if (!current || current.kind === 'TRIAL') return now
  if (order.operation === 'RENEW' && current.id !== order.previous_id) return undefined
  const startsAt = current.period_ends_at ?? current.ends_at
  // a plan that was given without an end
  if (startsAt === null) return now
  const anchorDay = order.operation === 'RENEW' ? current.anchor_day : null
  return { state: startsAt > at ? 'WAIT_ACTIVE' : 'ACTIVE', startsAt, anchorDay }
}

type Paid = {
  order: OrderRow
  payment: Payment
  start: Start
  running: Running
  unpaid: readonly OrderRow[]
  platformId: PlatformId
  at: Date
}

async function startPaid(server: Server, db: TenantDb, paid: Paid): Promise<void> {
  const { order, payment, start, running, unpaid, platformId, at } = paid
  const { enterprise_id: enterpriseId } = order
  const { state, startsAt } = start
  await closeOthers(server, db, { order, unpaid, at })
  const ending = state === 'ACTIVE' ? await selectOrdersIn(db, ['ACTIVE']) : []
  for (const other of ending) await replace(server, db, { order: other, at: startsAt })
  if (order.operation === 'UPGRADE' && running.waiting) await creditWaiting(server, db, { order: running.waiting, at })
  const anchorDay = start.anchorDay ?? dayOfMonth(startsAt, order.time_zone)
  const endsAt =
    state === 'EXPIRED' ? order.ends_at! : periodEnd({ startsAt, timeZone: order.time_zone, anchorDay }, order.quantity)
  const { reference, channel, method, cents, actor, note } = payment
  const period = { starts_at: startsAt, ends_at: endsAt, period_ends_at: endsAt, anchor_day: anchorDay }
  const next = { ...order, ...period, payment_method: method }
  const event = method === 1 && cents > 0 ? 'CONFIRMED' : 'PAID'
  const isBought = order.operation === 'BUY' || order.operation === 'UPGRADE'
  // sent in this order without waiting: the invoice last, because its number is locked until the commit
  await Promise.all([
    moveOrder(
      db,
      order,
      { event, state, actor, at, id: server.random.uuid(), note, facts: { reference, channel } },
      {
        ...period,
        paid_at: at,
        paid_cents: cents,
        payment_reference: reference,
        payment_channel: channel,
        payment_method: method,
        expires_at: null,
        next_step_at: state === 'EXPIRED' ? null : state === 'WAIT_ACTIVE' ? startsAt : renewalCheckAt(next),
      },
    ),
    addBalance(db, { at }, Math.max(0, balanceOf(order))),
    state === 'ACTIVE' ? leaveDemo(db) : undefined,
    isBought ? saveSubscription(db, { at }, { auto_renew: true, cancelled_at: null, cancel_reason: null }) : undefined,
    recordAudit(server, db, {
      enterpriseId,
      action: 'order.paid',
      object: { id: order.id, name: order.code },
      after: { plan: order.plan, state, startsAt, endsAt, amount: (cents / 100).toFixed(2), currency: order.currency },
    }),
    payment.whenApplied?.(),
    invoiceOrder(server, db, { order, platformId, paidBy: method === 1 ? 'Bank transfer' : channel, period, at }),
  ])
}

type Invoicing = {
  order: OrderRow
  platformId: PlatformId
  paidBy: string
  period: { starts_at: Date; ends_at: Date }
  at: Date
}

/** Issues the invoice of a paid order; an order of zero has none. */
async function invoiceOrder(server: Server, db: TenantDb, invoicing: Invoicing): Promise<void> {
  const { order, platformId, paidBy, period, at } = invoicing
  const { enterprise_id: enterpriseId, id: orderId, code: orderCode, lines, currency, time_zone: timeZone } = order
  await issueInvoice(server, db, {
    enterpriseId,
    platformId,
    orderId,
    orderCode,
    billedTo: BilledTo.parse(order.billed_to),
    lines,
    currency,
    period: { from: period.starts_at, to: period.ends_at },
    at,
    timeZone,
    paidBy,
  })
}

/** Closes other orders that are not paid: a paid one takes their place. What was used beyond a limit stays to be paid. */
async function closeOthers(
  server: Server,
  db: TenantDb,
  { order, unpaid, at }: Pick<Paid, 'order' | 'unpaid' | 'at'>,
): Promise<void> {
  if (order.operation === 'OVERAGE') return
  for (const other of unpaid)
    if (other.id !== order.id && other.operation !== 'OVERAGE')
      await closeOrder(server, db, other, { event: 'REPLACED', actor: { kind: 'SYSTEM' }, at })
}

/** An upgrade takes the place of a paid order that had not started: what was paid for it becomes credit. */
async function creditWaiting(
  server: Server,
  db: TenantDb,
  { order, at }: { order: OrderRow; at: Date },
): Promise<void> {
  await moveOrder(
    db,
    order,
    { event: 'REPLACED', state: 'CLOSED', actor: { kind: 'SYSTEM' }, at, id: server.random.uuid() },
    { next_step_at: null },
  )
  await addBalance(db, { at }, creditableNet(order))
}

type Refund = {
  enterpriseId: EnterpriseId
  orderId: string
  /** All that was returned of this order so far. */
  refundedCents: number
  why: 'REFUNDED' | 'DISPUTE_LOST'
  /** In words, for the event and the credit note. */
  note?: string
  actor: OrderActor
}

/** Records that money was returned. Returning all of it ends the order now. Safe to repeat. */
export async function recordRefund(server: Server, db: TenantDb, refund: Refund): Promise<void> {
  const { enterpriseId, orderId, why, note, actor } = refund
  const at = server.clock.now()
  await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
  const { waiting } = await advanceOrders(server, db, { enterpriseId, at })
  const order = await selectOrder(db, orderId)
  const refundedCents = Math.min(refund.refundedCents, order?.paid_cents ?? 0)
  if (!order || refundedCents <= order.refunded_cents) return
  const isFull = refundedCents >= order.paid_cents
  const ends =
    isFull && order.state === 'ACTIVE' ? 'EXPIRED' : isFull && order.state === 'WAIT_ACTIVE' ? 'CLOSED' : null
  const facts = { cents: refundedCents - order.refunded_cents }
  await moveOrder(
    db,
    order,
    { event: why, ...(ends && { state: ends }), actor, at, id: server.random.uuid(), note, facts },
    {
      refunded_cents: refundedCents,
      ...(ends === 'EXPIRED' && { ends_at: at, next_step_at: at }),
      ...(ends === 'CLOSED' && { next_step_at: null }),
    },
  )
  if (isFull && !isCutShort(order)) await addBalance(db, { at }, -sumOf(order.lines, ['BALANCE', 'CREDIT']))
  await closeUpgradesOf(server, db, { order, at })
  if (ends === 'EXPIRED' && waiting) {
    await moveStart(server, db, { order: waiting, startsAt: at, at })
    await advanceOrders(server, db, { enterpriseId, at })
  }
  await recordAudit(server, db, {
    enterpriseId,
    action: 'order.refunded',
    object: { id: order.id, name: order.code },
    after: { amount: (facts.cents / 100).toFixed(2), currency: order.currency, why },
  })
  const reason = note ?? (why === 'REFUNDED' ? 'Refund' : 'Disputed payment')
  await issueCreditNote(server, db, { enterpriseId, orderId, cents: facts.cents, reason, at })
}

/** Whether an order ended before its period, so that its rest was credited already. */
const isCutShort = ({ state, ends_at: endsAt, period_ends_at: periodEndsAt }: OrderRow): boolean =>
  state === 'CLOSED' || (state === 'EXPIRED' && endsAt !== null && periodEndsAt !== null && endsAt < periodEndsAt)

/** Closes upgrades that are not paid and deduct what was paid for this order. */
async function closeUpgradesOf(
  server: Server,
  db: TenantDb,
  { order, at }: { order: OrderRow; at: Date },
): Promise<void> {
  for (const other of await selectOrdersIn(db, ['UNPAID']))
    if (other.operation === 'UPGRADE' && other.previous_id === order.id)
      await closeOrder(server, db, other, { event: 'REPLACED', actor: { kind: 'SYSTEM' }, at })
}

/** An order with what a payment needs. */
export async function readOrderToPay(db: TenantDb, { orderId }: { enterpriseId: EnterpriseId; orderId: string }) {
  const order = await selectOrder(db, orderId)
  if (order?.kind !== 'BOUGHT') return undefined
  const { id, code, state, amount_cents: amountCents, currency, expires_at: expiresAt } = order
  return { id, code, state, amountCents, currency, expiresAt, paymentMethod: order.payment_method }
}
