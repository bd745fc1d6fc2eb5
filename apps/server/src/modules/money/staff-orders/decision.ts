import { type OutputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/staff-order'
import { orderStateWords } from '@simwright/contract/platform/plan'
import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import { dayText } from '../../../format/day.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { StaffOrdersServer as Server } from '../../../port/module.ts'
import { senderOf } from '../../platform/brand/service.ts'
import { transferConfirmedLetter, transferDecidedLetter, transferRejectedLetter } from '../../platform/mail/service.ts'
import { notifyStaffMembers, readStaff } from '../../platform/notices/service.ts'
import { notifyPlanManagers, type OrderRow, selectOrder, stateAt } from '../../platform/plans/service.ts'
import { findEnterprise } from '../../platform/tenancy/service.ts'
import { closeOrder, settlePayment } from '../orders/service.ts'
import { amountOf } from './amount.ts'
import { lockTransferOrder } from './order-lock.ts'
import { selectPaidBy } from './queries.ts'
import { recordForBoth } from './staff-log.ts'

/**
 * Confirms that a bank transfer has arrived in full: the order starts now or when the current plan ends, and the client
 * gets its invoice.
 * @throws Problem not_found, not_by_transfer, transfer_not_open, transfer_without_place, or a fault for another amount, day or order
 */
export async function confirmTransfer(
  server: Server,
  who: Who,
  { input, once }: OnceCall<typeof contract.confirm>,
): OnceAnswer<typeof contract.confirm> {
  const { enterpriseId, id, fields } = input
  const { cents, bank, reference, receivedOn } = fields
  const transfer = { orderId: id, bank, reference }
  await requireNewTransfer(server, transfer)
  const staff = await readStaff(server, 'TRANSFER_DECIDED')
  const confirmed = once.tenantTx(enterpriseId, async (db) => {
    const order = await lockTransferOrder(server, db, input)
    requireOpen(order, ['UNPAID', 'PENDING_CONFIRMATION'])
    requireWhole(order, fields)
    requirePastDay(order, receivedOn, server.clock.now())
    const result = await settlePayment(server, db, {
      enterpriseId,
      orderId: id,
      reference,
      method: 1,
      cents,
      currency: order.currency,
      channel: bank,
      actor: { kind: 'STAFF', id: who.userId },
      note: `Received on ${receivedOn}.`,
    })
    if (result === 'refund') throw new Problem('transfer_without_place')
    const paid = (await selectOrder(db, id))!
    const client = await notifyStaff(server, db, { order, who, staff, decision: 'confirmed' })
    await recordForBoth(server, db, {
      enterpriseId,
      action: 'order.confirmed',
      object: { id, name: order.code },
      after: { ...client, amount: (cents / 100).toFixed(2), currency: order.currency, receivedOn, bank, reference },
    })
    await notifyConfirmed(server, db, paid)
    return { state: stateAt(paid, server.clock.now()) }
  })
  return await confirmed.catch(async (error: unknown) => {
    // another order was confirmed with the same transfer in the meantime
    if (isUniqueViolation(error, 'plan_order_transfer')) await requireNewTransfer(server, transfer)
    throw error
  })
}

/** @throws Problem transfer_not_open */
function requireOpen({ state }: OrderRow, states: readonly OrderRow['state'][]): void {
  if (!states.includes(state)) throw new Problem('transfer_not_open', { state: orderStateWords[state] })
}

/** @throws Problem invalid for another amount or currency than the order costs */
function requireWhole(order: OrderRow, { cents, currency }: contract.Confirmation): void {
  const path = currency !== order.currency ? 'currency' : cents !== order.amount_cents ? 'cents' : undefined
  if (!path) return
  const text = `The order costs ${amountOf(order)}, and nothing was changed. If another amount has arrived, return it at the bank and reject the transfer.`
  throw fault(`fields.${path}`, 'amount', text)
}

/** How far the clocks of the world differ from UTC. */
const ZONES_MS = { behind: 12 * 3_600_000, ahead: 14 * 3_600_000 } as const

/** @throws Problem invalid for a day before the order, or one that has not begun anywhere */
function requirePastDay({ created_at }: OrderRow, day: string, at: Date): void {
  const first = dayOf(new Date(created_at.getTime() - ZONES_MS.behind))
  if (day < first) throw fault('fields.receivedOn', 'order', `The order was placed on ${dayText(created_at)}.`)
  const last = dayOf(new Date(at.getTime() + ZONES_MS.ahead))
  if (day > last) throw fault('fields.receivedOn', 'past', 'This day has not come yet.')
}

async function notifyConfirmed(server: Server, db: TenantDb, order: OrderRow): Promise<void> {
  const { id: orderId, enterprise_id: enterpriseId, code, plan } = order
  await notifyPlanManagers(server, db, {
    enterpriseId,
    once: `TRANSFER_CONFIRMED ${orderId}`,
    news: { kind: 'TRANSFER_CONFIRMED', facts: { orderId, code, plan } },
    letter: (sender, named) =>
      transferConfirmedLetter(sender, { ...named, orderId, code, amount: amountOf(order), next: nextOf(order) }),
  })
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** What the client gets for the payment. */
function nextOf({ state, plan, operation, starts_at, ends_at }: OrderRow): string {
  if (operation === 'OVERAGE') return 'What exceeded the plan is paid.'
  if (state === 'WAIT_ACTIVE') return `The plan ${plan} starts on ${dayOf(starts_at)}, when the current period ends.`
  return ends_at ? `The plan ${plan} is active until ${dayOf(ends_at)}.` : `The plan ${plan} is active.`
}

/**
 * Rejects a bank transfer: the order is closed, and the client reads the reason.
 * @throws Problem not_found, not_by_transfer, transfer_not_open
 */
export async function rejectTransfer(
  server: Server,
  who: Who,
  { input, once }: OnceCall<typeof contract.reject>,
): OnceAnswer<typeof contract.reject> {
  const { enterpriseId, id, fields } = input
  const { reason } = fields
  const staff = await readStaff(server, 'TRANSFER_DECIDED')
  return await once.tenantTx(enterpriseId, async (db) => {
    const order = await lockTransferOrder(server, db, input)
    requireOpen(order, ['PENDING_CONFIRMATION'])
    const actor = { kind: 'STAFF', id: who.userId } as const
    await closeOrder(server, db, order, { event: 'REJECTED', actor, at: server.clock.now(), note: reason })
    const client = await notifyStaff(server, db, { order, who, staff, decision: 'rejected' })
    const object = { id, name: order.code }
    await recordForBoth(server, db, { enterpriseId, action: 'order.rejected', object, after: { ...client, reason } })
    await notifyRejected(server, db, { order, reason })
    return { state: 'CLOSED' } satisfies OutputOf<typeof contract.reject>
  })
}

async function notifyRejected(
  server: Server,
  db: TenantDb,
  { order, reason }: { order: OrderRow; reason: string },
): Promise<void> {
  const { id: orderId, enterprise_id: enterpriseId, code } = order
  await notifyPlanManagers(server, db, {
    enterpriseId,
    once: `TRANSFER_REJECTED ${orderId}`,
    news: { kind: 'TRANSFER_REJECTED', facts: { orderId, code, reason } },
    letter: (sender, named) =>
      transferRejectedLetter(sender, { ...named, orderId, code, amount: amountOf(order), reason }),
  })
}

type Decided = { order: OrderRow; who: Who; staff: readonly UserId[]; decision: 'confirmed' | 'rejected' }

/**
 * Notifies the staff of the decision, in the portal and by mail, as each has chosen, so that nobody checks the transfer
 * again. @returns the client, for the audit log
 */
async function notifyStaff(server: Server, db: TenantDb, { order, who, staff, decision }: Decided) {
  const { id: orderId, code, amount_cents: cents, currency } = order
  const enterpriseName = (await findEnterprise(db))?.name ?? ''
  const actor = who.name
  const facts = { orderId, enterpriseName, orderCode: code, cents, currency, decision, actor }
  const recipients = await notifyStaffMembers(server, db, {
    userIds: staff,
    once: `TRANSFER_DECIDED ${orderId}`,
    news: { kind: 'TRANSFER_DECIDED', facts },
    ownLetter: true,
  })
  const sender = senderOf(server, server.platforms.standard)
  for (const { email: to, firstName } of recipients) {
    const named = { to, firstName, enterpriseName, orderId, code, amount: amountOf(order) }
    await server.mail.queue(db as never, transferDecidedLetter(sender, { ...named, actor, decision }))
  }
  return { enterprise: enterpriseName }
}

/**
 * Requires that no other order, of any client, was paid by this transfer.
 * @throws Problem invalid, which names the other order
 */
async function requireNewTransfer(
  server: Server,
  transfer: { orderId: string; bank: string; reference: string },
): Promise<void> {
  const code = await server.db.systemTx((db) => selectPaidBy(db, transfer))
  if (code === undefined) return
  const text = `Order ${code} was paid by this transfer. If this is another one, add its number or day to the reference.`
  throw fault('fields.reference', 'taken', text)
}
